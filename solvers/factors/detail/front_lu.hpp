// Multifrontal LU of matrices in blocks that share one pattern [Duff, Reid 1983].
#pragma once
#include <vector>

#include "orthant/solvers/factors/detail/dense.hpp"
#include "orthant/solvers/factors/detail/front_tree.hpp"

namespace orthant::factors {

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
  /// Overwrites b with the solution. Does not allocate.
  void substitute(double* b);
  /// The sign of the determinant: -1 or 1.
  int determinant_sign() const { return sign_; }

 private:
  using Front = FrontTree::Front;
  /// A block of the matrix: where it is, and where it goes in the storage of its front.
  struct Entry {
    int from, to, rows, columns;
    int step;         // from a column to the next
    bool transposed;  // in the front
  };

  void place_entries(BlockPattern const& pattern, EliminationTree const& tree);
  void gather(Front const& front, double const* values);
  void add_child(Front const& front, Front const& child);

  /// Room for a solution, and the parts of one front.
  struct Scratch {
    Vector x, own, part;
    void fit(FrontTree const& tree);
  };
  void substitute(double* b, Scratch& scratch) const;

  FrontTree tree_;
  Scratch scratch_;
  std::vector<Entry> entries_;
  // of each front A11, A21 and A12^T, in their place L and U with P A11 = L U, then A21 U^-1, and
  // (L^-1 P A12)^T
  std::vector<double> factors_;
  std::vector<double> left_;  // Schur complements
  std::vector<int> row_;      // (position) the row permutation P of each front
  int sign_ = 1;
};

}  // namespace orthant::factors
