// A fill-reducing order of a graph of small blocks, and the pattern of the permuted matrix.
#pragma once
#include "orthant/solvers/factors/detail/block_pattern.hpp"
#include "orthant/solvers/schur/detail/block_graph.hpp"

namespace orthant {

/// The nodes of a graph in the order of elimination.
struct BlockOrder {
  std::vector<int> node;      // (positions) node at each position
  std::vector<int> position;  // (nodes) position of each node
  double flops = 0;           // estimate for one factorisation
};

/// Orders the blocks by approximate minimum degree [Amestoy, Davis, Duff 1996].
BlockOrder order_blocks(BlockGraph const& graph);
/// The order of the nodes themselves.
BlockOrder as_given(BlockGraph const& graph);
/// Replaces the order by one of nested dissection [Karypis, Kumar 1998] if that needs fewer flops.
/// It is tried where a factorisation costs more than the search.
void shorten(BlockOrder& order, BlockGraph const& graph);
/// The blocks of the matrix, whose nodes are positions.
factors::BlockPattern pattern_of(BlockGraph const& graph, BlockOrder const& order);

}  // namespace orthant
