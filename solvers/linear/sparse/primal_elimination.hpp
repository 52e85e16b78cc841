// The primal form: the unknowns are the velocities of the bodies.
#pragma once
#include <algorithm>

#include "orthant/solvers/linear/sparse/detail/body_form.hpp"
#include "orthant/solvers/linear/sparse/elimination.hpp"

namespace orthant {

/// By L L^T of the matrix of BodyForm.
template <class Space>
class PrimalElimination final : public OrderedElimination<Space> {
 public:
  /// Of more than `most_flops`, `thin` makes no matrix.
  explicit PrimalElimination(FactorKind how, double most_flops = 0)
      : most_flops_(most_flops), how_(how), cholesky_(how) {}

  BlockGraph graph(Rows<Space> const& rows, int w) override {
    return graph(rows, w, [](int) { return true; });
  }

  void analyse(Rows<Space> const& rows, BlockOrder order) override {
    order_ = std::move(order);
    cholesky_.analyse(order_);
    find_offsets(rows);
  }

  /// Analyses the matrix of these numbers without the coupling of two bodies by a block with
  /// J^T D^-1 J much less than K, as that of an open contact. Refinement makes up for it: a pass
  /// multiplies the errors by less than `small`. In a solve the pattern only grows, unless it has
  /// become much too large; it does not depend on solves before. False if it would need more flops
  /// than it may.
  bool thin(SchurSystem<Space> const& system, int w, Real rho_reg) {
    auto const& rows = system.rows;
    bodies_.weigh(system, w, rho_reg);
    find_couplings(system, w);
    if (system.same_pattern && !analysed_.empty()) {
      std::size_t needed = 0, both = 0;
      for (std::size_t k = 0; k < couples_.size(); ++k) {
        needed += couples_[k] != 0;
        both += couples_[k] || analysed_[k];
      }
      if (2 * both <= 3 * needed)
        for (std::size_t k = 0; k < couples_.size(); ++k) couples_[k] |= analysed_[k];
    }
    if (couples_ == analysed_) return true;
    int const first = rows.world_block(w);
    BlockGraph const thinned =
        graph(rows, w, [&](int block) { return couples_[block - first] != 0; });
    BlockOrder order = order_blocks(thinned);
    if (order.flops > most_flops_) return false;
    analysed_ = couples_;
    shorten(order, thinned);
    add_pattern(order, thinned);
    analyse(rows, std::move(order));
    return true;
  }
  /// Frees the memory of the matrix; `thin` makes it again.
  void forget() {
    analysed_.clear();
    order_ = {};
    cholesky_ = SparseCholesky(how_);
  }

  bool factorise(SchurSystem<Space> const& system, int w, Real rho_reg) override {
    bodies_.weigh(system, w, rho_reg);
    int const first = system.rows.world_block(w);
    std::size_t t = 0;
    for (std::size_t p = 0; p < order_.node.size(); ++p)
      fill_columns(system, first, static_cast<int>(p), t);
    return cholesky_.factorise();
  }

  void solve(SchurSystem<Space> const& system, int w, Real* x) override {
    bodies_.solve(
        system, w, x, [&](int node) { return order_.start[order_.position[node]]; },
        [&](double* v) { cholesky_.solve(v); });
  }

 private:
  /// Which blocks couple two bodies with a J^T D^-1 J that is not small beside K. Those on one body
  /// may add up.
  void find_couplings(SchurSystem<Space> const& system, int w) {
    auto const& rows = system.rows;
    int const first = rows.world_block(w);
    auto const& weight = bodies_.weight();
    couples_.assign(weight.size(), 0);
    for (std::size_t k = 0; k < weight.size(); ++k) {
      int const block = first + static_cast<int>(k), begin = rows.block_row(block);
      Mat3 const S = diagonal_block(system, block);
      Real coupling = 0;
      for (int i = 0; i < rows.size(block); ++i)
        coupling += weight[k][i][i] * (S[i][i] - system.Q(begin + i, i));
      couples_[k] = !(coupling * most_blocks(rows, block) <= small);
    }
  }

  /// The larger number of blocks on the two bodies of a block; 0 if it does not couple two.
  static int most_blocks(Rows<Space> const& rows, int block) {
    int most = 0;
    for (int side = 0; side < 2; ++side) {
      int const b = rows.body(block, side);
      if (b < 0) return 0;
      most = std::max(most, rows.incidence_begin(b + 1) - rows.incidence_begin(b));
    }
    return most;
  }

  template <class Couples>
  BlockGraph graph(Rows<Space> const& rows, int w, Couples const& couples) {
    bodies_.find_nodes(rows, w);
    int const nodes = bodies_.nodes();
    BlockGraph out;
    out.width.assign(nodes, 6);
    out.first.push_back(0);
    std::vector<int> seen(nodes, -1);
    for (int node = 0; node < nodes; ++node) {
      int const b = bodies_.body(node);
      for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
        int const block = rows.incidence(t) / 2,
                  other = rows.body(block, 1 - rows.incidence(t) % 2);
        if (other < 0 || seen[bodies_.node(other)] == node) continue;
        if (!couples(block)) continue;
        seen[bodies_.node(other)] = node;
        out.neighbour.push_back(bodies_.node(other));
      }
      out.first.push_back(static_cast<int>(out.neighbour.size()));
    }
    return out;
  }

  /// Finds, for each block on a body in the order of fill_columns, the index of its coupling to the
  /// other body in the columns of the body, or -1.
  void find_offsets(Rows<Space> const& rows) {
    place_.clear();
    for (std::size_t p = 0; p < order_.node.size(); ++p) {
      int const b = bodies_.body(order_.node[p]);
      for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
        int const other = rows.body(rows.incidence(t) / 2, 1 - rows.incidence(t) % 2);
        int place = -1;
        if (other >= 0)
          for (int q = order_.first[p]; q < order_.first[p + 1]; ++q)
            if (order_.earlier[q] == order_.position[bodies_.node(other)]) place = order_.offset[q];
        place_.push_back(place);
      }
    }
  }

  /// Fills the six columns of one body: J^T D^-1 J of every block on it, and K.
  void fill_columns(SchurSystem<Space> const& system, int first, int p, std::size_t& t) {
    auto const& rows = system.rows;
    int const b = bodies_.body(order_.node[p]), c0 = order_.start[p];
    double* const value = cholesky_.values();
    std::fill(value + order_.column[c0], value + order_.column[c0 + 6], 0.0);
    double* own[6];  // start of the diagonal block in each column
    for (int c = 0; c < 6; ++c) own[c] = value + order_.column[c0 + c + 1] - (c + 1);

    auto const& K_inverse = system.inverse_mass(b);
    Mat3 const inertia = inverse_spd(K_inverse.inertia);
    for (int c = 0; c < 3; ++c) {
      own[c][c] += 1 / K_inverse.mass;
      for (int r = 0; r <= c; ++r) own[3 + c][3 + r] += inertia[r][c];
    }
    for (int k = rows.incidence_begin(b); k < rows.incidence_begin(b + 1); ++k, ++t) {
      int const block = rows.incidence(k) / 2, side = rows.incidence(k) % 2;
      int const begin = rows.block_row(block), n = rows.size(block);
      Real G[max_block_rows][6];
      bodies_.weighted(system, block - first, block, side, G);
      for (int i = 0; i < n; ++i)
        for (int c = 0; c < 6; ++c) {
          for (int r = 0; r <= c; ++r) own[c][r] += rows.J(begin + i, side, r) * G[i][c];
          if (place_[t] < 0) continue;
          double* const other = value + order_.column[c0 + c] + place_[t];
          for (int r = 0; r < 6; ++r) other[r] += rows.J(begin + i, 1 - side, r) * G[i][c];
        }
    }
  }

  static constexpr Real small = 1e-3;

  double most_flops_;
  FactorKind how_;
  std::vector<char> couples_, analysed_;  // (blocks of the world) which are in the matrix
  BodyForm<Space> bodies_;
  std::vector<int> place_;
  BlockOrder order_;
  SparseCholesky cholesky_;
};

}  // namespace orthant
