// The elimination order of a sparse matrix, its elimination tree, and its supernodes.
#pragma once
#include <vector>

#include "core/cone_problem/cone_problem.hpp"

namespace orthant::cone {

/// The elimination tree of a symmetric pattern that has its diagonal. The order is that of
/// approximate minimum degree (AMD) [Amestoy, Davis, Duff 1996], with children before parents.
struct EliminationTree {
  explicit EliminationTree(Sparse const& pattern);

  /// Consecutive columns with nearly the same rows in the factor, which are eliminated together.
  /// `rows` is the union of their rows, the diagonal first.
  struct Supernode {
    int first = 0, count = 0;
    std::vector<int> rows;
  };
  std::vector<Supernode> supernodes() const;

  std::vector<int> order;   // (position) the unknown eliminated at this position
  std::vector<int> parent;  // (position) in the tree; -1: a root
  std::vector<int> count;   // (position) rows of the factor in that column

 private:
  Sparse const& pattern_;
  std::vector<int> place_;
};

}  // namespace orthant::cone
