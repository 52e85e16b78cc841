// Multifrontal LU of sparse matrices that share one symmetric pattern [Duff, Reid 1983].
#pragma once
#include <vector>

#include "solvers/cone/linear/dense.hpp"

namespace orthant::cone {

/// The matrix is eliminated in dense fronts, in the order of approximate minimum degree. Pivots are
/// chosen within a front only. This is stable for nearly diagonally dominant matrices, such as mass
/// matrices with contacts; for others the caller refines the solution. Solving substitutes with the
/// factors. Products with the inverses of pivot blocks would be faster, but in stiff piles they
/// lose digits that path following needs.
class FrontLu {
 public:
  /// `pattern` is symmetric, compressed, and has its diagonal.
  void analyse(Sparse const& pattern);
  /// Factorises a matrix with that pattern and the same storage; false if a pivot is zero.
  bool factorise(Sparse const& matrix);
  Vector solve(Vector const& b) const;
  /// The sign of the determinant: -1 or 1.
  int determinant_sign() const { return sign_; }

 private:
  /// `count` consecutive values, by their index in the source and in the target.
  struct Run {
    int from, to, count;
  };
  /// A dense matrix of the unknowns in `rows`, whose first `pivots` are eliminated in it:
  ///     A11 A12     (pivots)
  ///     A21 A22     (others)
  struct Front {
    int first = 0, pivots = 0, others = 0;
    std::vector<int> rows;  // in the order of elimination, pivots first
    std::vector<int> children;
    std::vector<Run> entries;  // of the matrix, in A11, A21 and A12
    // where the Schur complement A22 goes in the parent: its rows, as pivots and as others
    std::vector<int> in_parent;
    std::vector<Run> to_pivots, to_others;
    // in factors_: L and U with P A11 = L U, then A21 U^-1, and (L^-1 P A12)^T
    std::ptrdiff_t factors = 0;
    std::ptrdiff_t left = 0;  // position of the Schur complement A22 in left_
  };

  static void append(std::vector<Run>& runs, int from, int to);
  void place_runs(Front& child, Front const& up);
  void share_storage();
  void gather(Front const& front, double const* values);

  std::vector<int> order_;  // (position) the unknown that is eliminated there
  std::vector<Front> fronts_;
  std::vector<double> factors_, left_, work_;
  std::vector<int> row_;  // (position) the row permutation P of each front
  int sign_ = 1;
};

}  // namespace orthant::cone
