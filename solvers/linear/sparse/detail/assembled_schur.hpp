// The Schur complement S of one world as a sparse matrix, whose pattern is kept between steps.
#pragma once
#include <algorithm>

#include "orthant/solvers/linear/sparse/sparse_factors.hpp"
#include "orthant/solvers/schur/detail/block_graph.hpp"
#include "orthant/solvers/schur/detail/refinement.hpp"

namespace orthant {

template <class Space>
class AssembledSchur {
 public:
  /// Sets up the pattern; false if it is the same as in the last call.
  bool match(Rows<Space> const& rows, int w) {
    if (structure_.same(rows, w)) return false;
    lay_out(schur_graph(rows, w));
    return true;
  }

  /// Computes the values of S + E.
  void fill(SchurSystem<Space> const& system, int w, Real rho_reg) {
    auto const& rows = system.rows;
    int const first = rows.world_block(w), o = rows.world_row(w);
    for (int j = 0; j + 1 < static_cast<int>(first_.size()); ++j) {
      int const begin = rows.block_row(first + j) - o, n = rows.size(first + j);
      BlockResponse<Space> const response(system, first + j);
      int offset = 0;  // row offset in the columns of the block
      for (int k = first_[j]; k < first_[j + 1]; ++k) {
        int const i = with_[k], n_i = rows.size(first + i);
        Mat3 S = response.on(first + i);
        for (int c = 0; c < n; ++c) {
          if (i == j) S[c][c] += proximal_weight(rho_reg, S[c][c]);
          for (int r = 0; r < n_i; ++r)
            matrix_.value[matrix_.column[begin + c] + offset + r] = S[r][c];
        }
        offset += n_i;
      }
    }
  }

  SparseMatrix const& matrix() const { return matrix_; }

  void carry(Carried& c) {
    structure_.carry(c);
    for (auto* each : {&first_, &with_, &matrix_.column, &matrix_.row}) c.list(*each);
    c.list(matrix_.value);
  }

 private:
  void lay_out(BlockGraph const& graph) {
    first_.assign(1, 0);
    with_.clear();
    std::vector<int> begin(1, 0);
    for (int j = 0; j < graph.nodes(); ++j) {
      begin.push_back(begin.back() + graph.width[j]);
      with_.push_back(j);
      with_.insert(with_.end(), graph.neighbour.begin() + graph.first[j],
                   graph.neighbour.begin() + graph.first[j + 1]);
      std::sort(with_.begin() + first_.back(), with_.end());
      first_.push_back(static_cast<int>(with_.size()));
    }
    matrix_.column.assign(1, 0);
    matrix_.row.clear();
    for (int j = 0; j < graph.nodes(); ++j)
      for (int c = 0; c < graph.width[j]; ++c) {
        for (int k = first_[j]; k < first_[j + 1]; ++k)
          for (int r = begin[with_[k]]; r < begin[with_[k] + 1]; ++r) matrix_.row.push_back(r);
        matrix_.column.push_back(static_cast<int>(matrix_.row.size()));
      }
    matrix_.value.assign(matrix_.row.size(), 0);
  }

  WorldStructure<Space> structure_;
  std::vector<int> first_, with_;  // CSR: the neighbours of each block and the block itself,
                                   // ascending
  SparseMatrix matrix_;
};

}  // namespace orthant
