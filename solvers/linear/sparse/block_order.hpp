// A fill-reducing order of a graph of small blocks, and the pattern of the matrix it permutes.
#pragma once
#include "solvers/schur/block_graph.hpp"

namespace orthant {

/// The same graph in the order of elimination. Positions count nodes, in that order.
struct BlockOrder {
  std::vector<int> node;            // (nodes) at each position
  std::vector<int> position;        // (nodes) of each node
  std::vector<int> start;           // (nodes + 1) first unknown of each position
  std::vector<int> first, earlier;  // CSR: neighbours that come before a position, ascending
  std::vector<int> offset;          // of each of them: where its rows begin in the columns
  std::vector<int> column, row;     // upper triangle of the matrix, by columns
  double flops = 0;                 // estimate for one factorisation

  int unknowns() const { return start.empty() ? 0 : start.back(); }
};

/// Orders the blocks by approximate minimum degree [Amestoy, Davis, Duff 1996].
BlockOrder order_blocks(BlockGraph const& graph);
/// Likewise, but blocks of a lower stage come before all of a higher one.
BlockOrder order_in_stages(BlockGraph const& graph, std::vector<int> stage);
/// Adds `column` and `row`.
void add_pattern(BlockOrder& order, BlockGraph const& graph);

}  // namespace orthant
