// Multifrontal Cholesky factorisation of matrices in blocks that share one pattern.
#pragma once
#include <vector>

#include "orthant/solvers/factors/detail/front_tree.hpp"

namespace orthant::factors {

/// L L^T of a symmetric positive definite matrix, in dense fronts. Where blocks are small, as those
/// of bodies, it is several times as fast as a library for general matrices.
class FrontCholesky {
 public:
  /// The nodes are in the order of elimination. Blocks below the diagonal are not read.
  void analyse(BlockPattern const& pattern);
  /// False if a pivot is not positive.
  bool factorise(double const* values);
  /// Overwrites the right-hand side with the solution.
  void solve(double* x);

 private:
  using Front = FrontTree::Front;
  /// Consecutive entries of a column of the upper triangle, which are a row of a front.
  struct Entry {
    int from, to, count, step;
  };

  void place_entries(BlockPattern const& pattern);
  void gather(Front const& front, double const* values);
  void add_child(Front const& front, Front const& child);

  FrontTree tree_;
  std::vector<Entry> entries_;
  std::vector<double> factors_, left_;  // of each front A11 and A21; the complements A22
  std::vector<double> part_;            // scratch of `solve`
};

}  // namespace orthant::factors
