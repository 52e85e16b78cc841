// The elimination order of a sparse matrix in blocks, its elimination tree, and its supernodes.
#pragma once
#include <vector>

#include "orthant/solvers/factors/detail/block_pattern.hpp"

namespace orthant::factors {

/// The elimination tree of the nodes of a pattern, with children before parents.
struct EliminationTree {
  /// In the order of approximate minimum degree (AMD) [Amestoy, Davis, Duff 1996].
  explicit EliminationTree(BlockPattern const& pattern);
  /// In the order of the nodes themselves.
  static EliminationTree in_given_order(BlockPattern const& pattern);

  /// Consecutive nodes with nearly the same rows in the factor, which are eliminated together.
  /// `rows` is the union of their rows, the diagonal first.
  struct Supernode {
    int first = 0, count = 0;
    std::vector<int> rows;
  };
  std::vector<Supernode> supernodes() const;
  /// The operations of an LU without pivoting.
  double flops() const;

  std::vector<int> order;   // (position) the node eliminated at this position
  std::vector<int> place;   // (node) its position
  std::vector<int> parent;  // (position) in the tree; -1: a root
  std::vector<int> count;   // (position) unknowns of the rows of the factor in that column

 private:
  EliminationTree(BlockPattern const& pattern, std::vector<int> order);
  void climb();
  int width(int position) const { return pattern_.width(order[position]); }
  std::vector<Supernode> joined(std::vector<Supernode> all) const;

  BlockPattern const& pattern_;
};

}  // namespace orthant::factors
