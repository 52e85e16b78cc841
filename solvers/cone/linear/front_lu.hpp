// Multifrontal LU of matrices in blocks that share one pattern [Duff, Reid 1983].
#pragma once
#include <vector>

#include "solvers/cone/linear/dense.hpp"
#include "solvers/cone/linear/elimination_tree.hpp"

namespace orthant::cone {

/// The matrix is eliminated in dense fronts, in the order of approximate minimum degree. Pivots are
/// chosen within a front only. This is stable for nearly diagonally dominant matrices, such as mass
/// matrices with contacts; for others the caller refines the solution. Solving substitutes with the
/// factors. Products with the inverses of pivot blocks would be faster, but in stiff piles they
/// lose digits that path following needs.
class FrontLu {
 public:
  void analyse(BlockPattern const& pattern) { analyse(pattern, EliminationTree(pattern)); }
  void analyse(BlockPattern const& pattern, EliminationTree const& tree);
  /// Factorises a matrix with that pattern; false if a pivot is zero.
  bool factorise(std::vector<double> const& values);
  Vector solve(Vector const& b) const;
  /// The sign of the determinant: -1 or 1.
  int determinant_sign() const { return sign_; }

 private:
  /// `count` consecutive rows, by their index in a front and in its parent.
  struct Run {
    int from, to, count;
  };
  /// A block of the matrix: where it is, and where it goes in the storage of its front.
  struct Entry {
    int from, to, rows, columns;
    int step;         // from a column to the next
    bool transposed;  // in the front
  };
  /// A dense matrix whose first `pivots` unknowns are eliminated in it:
  ///     A11 A12     (pivots)
  ///     A21 A22     (others)
  struct Front {
    int first = 0, pivots = 0, others = 0;      // first: position of the first pivot
    int parent = -1, child = -1, sibling = -1;  // other fronts
    std::size_t rows = 0;                       // of the others, in rows_ and in_parent_
    std::size_t entries = 0;                    // the end of its entries in entries_
    // the ends in runs_ of the runs of others that are pivots of the parent, and that are not
    std::size_t to_pivots = 0, to_others = 0;
    // in factors_: A11, A21 and A12^T, in their place L and U with P A11 = L U, then A21 U^-1, and
    // (L^-1 P A12)^T
    std::ptrdiff_t factors = 0;
    std::ptrdiff_t left = 0;  // of the Schur complement A22 in left_
  };

  void make_fronts(BlockPattern const& pattern, EliminationTree const& tree);
  void place_rows(std::size_t child);
  void place_entries(BlockPattern const& pattern, EliminationTree const& tree);
  void share_storage();
  void gather(Front const& front, double const* values);
  void add_child(Front const& front, Front const& child);

  std::vector<int> order_;  // (position) the unknown that is eliminated there
  std::vector<Front> fronts_;
  std::vector<int> rows_, in_parent_;  // positions, and rows of the parent front
  std::vector<Run> runs_;
  std::vector<Entry> entries_;
  std::vector<int> front_of_;  // (position)
  std::vector<double> factors_, left_;
  std::vector<int> row_;  // (position) the row permutation P of each front
  int sign_ = 1;
};

}  // namespace orthant::cone
