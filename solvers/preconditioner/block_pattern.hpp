// The couplings of a triangular preconditioner, and the order of elimination.
#pragma once
#include <vector>

#include "solvers/schur/block_graph.hpp"

namespace orthant {

/// The pattern of one world. Node p of the order is coupled to the nodes `earlier`, sorted by
/// position.
struct BlockPattern {
  std::vector<int> node;                  // the order of elimination
  std::vector<std::vector<int>> earlier;  // (positions)
};

/// All couplings of the graph, with the nodes in their own order.
BlockPattern all_couplings(BlockGraph const& graph);

/// Couplings within a class of nodes only. A class whose nodes are all coupled is a dense block.
BlockPattern same_class(BlockGraph const& graph, std::vector<int> const& node_class);

/// The nodes in `take`, eliminated exactly: in the order of least degree, with all fill [Tinney,
/// Walker 1967]. A chain or a tree has no fill. The other nodes follow without couplings.
BlockPattern with_fill(BlockGraph const& graph, std::vector<bool> const& take);

}  // namespace orthant
