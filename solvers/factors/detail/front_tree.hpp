// The dense fronts in which a sparse matrix in blocks is eliminated, and where each goes.
#pragma once
#include <cstddef>
#include <vector>

#include "orthant/solvers/factors/detail/elimination_tree.hpp"
#include "orthant/solvers/factors/detail/front_kernels.hpp"

namespace orthant::factors {

/// A multifrontal elimination [Duff, Reid 1983], without numbers.
struct FrontTree {
  /// `count` consecutive rows, by their index in a front and in its parent.
  struct Run {
    int from, to, count;
  };
  /// A dense matrix whose first `pivots` unknowns are eliminated in it:
  ///     A11 A12     (pivots)
  ///     A21 A22     (others)
  struct Front {
    int first = 0, pivots = 0, others = 0;      // first: position of the first pivot
    int parent = -1, child = -1, sibling = -1;  // other fronts
    std::size_t rows = 0;                       // of the others, in `rows` and `in_parent`
    std::size_t entries = 0;  // the end of its entries in the list of the factorisation
    // the first of its runs, and the ends of those of others that are pivots of the parent, and
    // that are not
    std::size_t runs = 0, to_pivots = 0, to_others = 0;
    std::ptrdiff_t factors = 0;  // of A11 and its sides
    std::ptrdiff_t left = 0;     // of the Schur complement A22
  };

  FrontTree() = default;
  /// A front keeps `sides` of A21 and A12.
  FrontTree(BlockPattern const& pattern, EliminationTree const& tree, int sides);

  std::vector<int> order;  // (position) the unknown that is eliminated there
  std::vector<int> at;     // (nodes + 1) position of the first unknown of the node eliminated there
  std::vector<Front> fronts;         // children before parents
  std::vector<int> rows, in_parent;  // positions, and rows of the parent front
  std::vector<Run> runs;
  std::ptrdiff_t factors = 0, left = 0;  // sizes of the storage of factors and complements

 private:
  void make_fronts(EliminationTree const& tree, int sides);
  void place_rows(std::size_t child);
  void share_storage();

  std::vector<int> front_of_;  // (position)
};

}  // namespace orthant::factors
