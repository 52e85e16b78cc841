// A fill-reducing order of a graph of small blocks, and the pattern of the permuted matrix.
#pragma once
#include "orthant/solvers/schur/detail/block_graph.hpp"

namespace orthant {

/// The graph in the order of elimination. A position is the index of a node in that order.
struct BlockOrder {
  std::vector<int> node;            // (positions) node at each position
  std::vector<int> position;        // (nodes) position of each node
  std::vector<int> start;           // (nodes + 1) first unknown of each position
  std::vector<int> first, earlier;  // CSR: neighbours before each position, ascending
  std::vector<int> offset;          // row offset of each of these neighbours in the columns
  std::vector<int> column, row;     // upper triangle of the matrix, by columns
  double flops = 0;                 // estimate for one factorisation

  int unknowns() const { return start.empty() ? 0 : start.back(); }
};

/// Orders the blocks by approximate minimum degree [Amestoy, Davis, Duff 1996].
BlockOrder order_blocks(BlockGraph const& graph);
/// Replaces the order by one of nested dissection [Karypis, Kumar 1998] if that needs fewer flops.
/// It is tried where a factorisation costs more than the search.
void shorten(BlockOrder& order, BlockGraph const& graph);
/// Computes `column` and `row`.
void add_pattern(BlockOrder& order, BlockGraph const& graph);

}  // namespace orthant
