// The graph of coupled blocks of unknowns, and a test whether it has changed.
#pragma once
#include <vector>

#include "orthant/core/config/carried.hpp"
#include "orthant/core/step/rows.hpp"

namespace orthant {

/// Nodes are blocks of unknowns (a constraint, or a body); neighbours are coupled.
struct BlockGraph {
  std::vector<int> width;             // unknowns of each node
  std::vector<int> first, neighbour;  // CSR, symmetric, without the node itself, no duplicates

  int nodes() const { return static_cast<int>(width.size()); }
};

/// The graph of S. Its nodes are the blocks of a world. Two blocks are coupled if they act on the
/// same body, or by the given Delassus operator.
template <class Space>
BlockGraph schur_graph(Rows<Space> const& rows, int w) {
  int const first = rows.world_block(w), n = rows.world_block(w + 1) - first;
  BlockGraph out;
  out.first.push_back(0);
  std::vector<int> seen(n, -1);
  for (int node = 0; node < n; ++node) {
    seen[node] = node;
    if (auto const& A = rows.delassus; A.given())
      for (int k = A.first(first + node); k < A.first(first + node + 1); ++k)
        if (int const other = A.block(k) - first; other != node) out.neighbour.push_back(other);
    for (int side = 0; side < 2; ++side) {
      int const b = rows.body(first + node, side);
      if (b < 0) continue;
      for (int t = rows.incidence_begin(b); t < rows.incidence_begin(b + 1); ++t) {
        int const other = rows.incidence(t) / 2 - first;
        if (seen[other] == node) continue;
        seen[other] = node;
        out.neighbour.push_back(other);
      }
    }
    out.first.push_back(static_cast<int>(out.neighbour.size()));
    out.width.push_back(rows.size(first + node));
  }
  return out;
}

/// The blocks and bodies of a world at the last analysis of its matrices.
template <class Space>
class WorldStructure {
 public:
  /// Whether the blocks and their bodies are those of the last call. Stores them.
  bool same(Rows<Space> const& rows, int w) {
    int const first = rows.world_block(w);
    auto const n = nth(rows.world_block(w + 1) - first);
    bool same = known_ && n == blocks_.size() && !rows.delassus.given();
    known_ = true;
    blocks_.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
      int const block = first + static_cast<int>(k);
      Block const here{rows.body(block, 0), rows.body(block, 1), rows.size(block), rows.law(block)};
      same = same && here == blocks_[k];
      blocks_[k] = here;
    }
    return same;
  }

  void carry(Carried& c) {
    c.values(known_);
    c.list(blocks_);
  }

 private:
  struct Block {
    int a, b, rows;
    Law cone;
    bool operator==(Block const&) const = default;
  };
  bool known_ = false;
  std::vector<Block> blocks_;
};

}  // namespace orthant
