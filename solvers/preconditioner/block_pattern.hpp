// Where a triangular preconditioner has couplings between blocks, and in which order it eliminates.
#pragma once
#include <vector>

#include "solvers/schur/block_graph.hpp"

namespace orthant {

/// One world. Node p of the order couples to the nodes `earlier`, sorted by their positions.
struct BlockPattern {
  std::vector<int> node;                  // the order of elimination
  std::vector<std::vector<int>> earlier;  // (nodes), of each position
};

/// All couplings of the graph, nodes in their own order.
BlockPattern all_couplings(BlockGraph const& graph);

/// Nodes of the same class only. They form dense blocks if the graph couples all of a class.
BlockPattern same_class(BlockGraph const& graph, std::vector<int> const& node_class);

/// The nodes that `take` names, eliminated exactly: in the order of least degree, with the
/// couplings that this makes [Tinney, Walker 1967]. A chain or a tree gets none. The others follow,
/// with none.
BlockPattern with_fill(BlockGraph const& graph, std::vector<bool> const& take);

}  // namespace orthant
