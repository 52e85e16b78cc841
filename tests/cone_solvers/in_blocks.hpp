// Sparse matrices in blocks.
#pragma once
#include "solvers/cone/linear/block_pattern.hpp"

namespace orthant::cone {

/// A in blocks of contacts.
struct InBlocks {
  explicit InBlocks(Sparse const& A) : InBlocks(A, std::vector<int>(A.cols() / 3, 3)) {}
  InBlocks(Sparse const& A, std::vector<int> const& widths)
      : pattern(widths, block_pairs(A, widths)), values(block_values(pattern, A)) {}
  BlockPattern pattern;
  std::vector<double> values;
};

}  // namespace orthant::cone
