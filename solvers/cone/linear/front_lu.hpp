// LU of sparse matrices of one symmetric pattern: dense fronts, pivots sought within a front.
#pragma once
#include <vector>

#include "solvers/cone/linear/dense.hpp"

namespace orthant::cone {

/// Multifrontal [Duff, Reid 1983], in the order that AMD finds. Where rows of a matrix are not far
/// from diagonally dominant, as those of masses with contacts on them, no pivot needs to come from
/// another front; who cannot rely on that refines. By substitution: products with inverses of the
/// pivots' factors are faster, but in stiff piles they lose digits that path following needs.
class FrontLu {
 public:
  /// `pattern` is symmetric, compressed, and has its diagonal.
  void analyse(Sparse const& pattern);
  /// A matrix of that pattern, stored alike; false where a pivot is zero.
  bool factorise(Sparse const& matrix);
  Vector solve(Vector const& b) const;
  /// -1, or 1.
  int determinant_sign() const { return sign_; }

 private:
  /// As many values one after the other, from one place to another.
  struct Run {
    int from, to, count;
  };
  /// Eliminates `pivots` unknowns from `first` on, of as many as it has rows:
  ///     A11 A12     (pivots)
  ///     A21 A22     (others)
  struct Front {
    int first = 0, pivots = 0, others = 0;
    std::vector<int> rows;  // in the order of elimination, pivots first
    std::vector<int> children;
    std::vector<Run> entries;  // of the matrix, in A11, A21 and A12
    // what it leaves of A22, in its parent's rows: among the pivots, and among the others
    std::vector<int> in_parent;
    std::vector<Run> to_pivots, to_others;
    // L and U with P A11 = L U, then A21 U^-1, and (L^-1 P A12)^T
    std::ptrdiff_t factors = 0;
    std::ptrdiff_t left = 0;  // A22, in the storage of what is left
  };

  static void append(std::vector<Run>& runs, int from, int to);
  void place_runs(Front& child, Front const& parent);
  void share_storage();
  void gather(Front const& front, double const* values);

  std::vector<int> order_;  // unknown by its place in the order of elimination
  std::vector<Front> fronts_;
  std::vector<double> factors_, left_, work_;
  std::vector<int> row_;  // of P, by unknown
  int sign_ = 1;
};

}  // namespace orthant::cone
