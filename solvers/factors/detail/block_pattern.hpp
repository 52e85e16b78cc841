// Patterns of square matrices in blocks.
#pragma once
#include <utility>
#include <vector>

#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant::factors {

/// The nonzero blocks of a matrix between nodes, which are groups of consecutive unknowns. The
/// pattern is symmetric and has its diagonal. The values of all blocks are one array, block after
/// block, each column by column.
struct BlockPattern {
  BlockPattern() = default;
  /// `width` is the number of unknowns of each node. Each of `pairs` stands for two blocks, and may
  /// be repeated. The diagonal needs none.
  BlockPattern(std::vector<int> const& width, std::vector<std::pair<int, int>> const& pairs);

  int nodes() const { return static_cast<int>(first.size()) - 1; }
  int unknowns() const { return first.back(); }
  int blocks() const { return static_cast<int>(row.size()); }
  int width(int node) const { return first[node + 1] - first[node]; }
  /// The index of the block (i, j), which is in the pattern.
  int block(int i, int j) const;

  /// The pattern between some nodes, in ascending order, and of blocks for which `is_kept` is not
  /// zero. It refers to the values of the whole.
  BlockPattern part(std::vector<int> const& some) const;
  BlockPattern part(std::vector<char> const& is_kept) const;

  std::vector<int> first = {0};  // (nodes + 1) unknown of each node
  std::vector<int> start = {0};  // (nodes + 1) block of each column of blocks
  std::vector<int> row;          // (blocks) node; ascending in a column
  std::vector<int> value;        // (blocks) index of its first value
  int values = 0;                // of all blocks, and of others in a part
};

/// The blocks of A that have entries, without those on the diagonal, for nodes of these widths.
std::vector<std::pair<int, int>> block_pairs(Sparse const& A, std::vector<int> const& width);
/// The values of A, whose pattern is within the given one.
std::vector<double> block_values(BlockPattern const& pattern, Sparse const& A);

}  // namespace orthant::factors
