// The dual form: the Schur complement S itself, which is dense in the contacts of one body.
#pragma once
#include "orthant/solvers/linear/sparse/elimination.hpp"

namespace orthant {

template <class Space>
class DualElimination final : public OrderedElimination<Space> {
 public:
  explicit DualElimination(FactorKind how) : cholesky_(how) {}

  BlockGraph graph(Rows<Space> const& rows, int w) override { return schur_graph(rows, w); }

  void analyse(Rows<Space> const&, BlockOrder order) override {
    order_ = std::move(order);
    cholesky_.analyse(order_);
    x_.resize(order_.unknowns());
  }

  bool factorise(SchurSystem<Space> const& system, int w, Real rho_reg) override {
    int const first = system.rows.world_block(w);
    for (std::size_t p = 0; p < order_.node.size(); ++p)
      fill_columns(system, first, static_cast<int>(p), rho_reg);
    return cholesky_.factorise();
  }

  void solve(SchurSystem<Space> const& system, int w, Real* x) override {
    auto const& rows = system.rows;
    int const first = rows.world_block(w), o = rows.world_row(w);
    for (std::size_t p = 0; p < order_.node.size(); ++p) {
      int const from = rows.block_row(first + order_.node[p]) - o;
      for (int i = order_.start[p]; i < order_.start[p + 1]; ++i)
        x_[i] = x[from + i - order_.start[p]];
    }
    cholesky_.solve(x_.data());
    for (std::size_t p = 0; p < order_.node.size(); ++p) {
      int const to = rows.block_row(first + order_.node[p]) - o;
      for (int i = order_.start[p]; i < order_.start[p + 1]; ++i)
        x[to + i - order_.start[p]] = x_[i];
    }
  }

 private:
  /// Fills the columns of one block: its couplings with each earlier block and with itself.
  void fill_columns(SchurSystem<Space> const& system, int first, int p, Real rho_reg) {
    int const block = first + order_.node[p], n = system.rows.size(block);
    double* const value = cholesky_.values();
    double* at[max_block_rows];
    for (int k = 0; k < n; ++k) at[k] = value + order_.column[order_.start[p] + k];
    BlockResponse<Space> const response(system, block);
    for (int q = order_.first[p]; q < order_.first[p + 1]; ++q) {
      int const other = first + order_.node[order_.earlier[q]];
      Mat3 const S = response.on(other);
      for (int k = 0; k < n; ++k)
        for (int i = 0; i < system.rows.size(other); ++i) *at[k]++ = S[i][k];
    }
    Mat3 const S = response.on(block);
    for (int k = 0; k < n; ++k) {
      for (int i = 0; i <= k; ++i) *at[k]++ = S[i][k];
      at[k][-1] += proximal_weight(rho_reg, S[k][k]);
    }
  }

  BlockOrder order_;
  SparseCholesky cholesky_;
  std::vector<double> x_;
};

}  // namespace orthant
