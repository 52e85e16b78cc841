// Sparse matrices in whole 3 by 3 blocks, and access to their diagonal blocks.
#include "solvers/cone/linear/block_diagonal.hpp"

#include <algorithm>

namespace orthant::cone {

Sparse with_blocks(Sparse const& A) {
  std::vector<Eigen::Triplet<double>> pairs;
  std::vector<Eigen::Index> last(static_cast<std::size_t>(A.rows() / 3), -1);
  for (Eigen::Index block = 0; block < A.cols() / 3; ++block) {
    last[static_cast<std::size_t>(block)] = block;
    pairs.emplace_back(block, block);
    for (Eigen::Index j = 3 * block; j < 3 * block + 3; ++j)
      for (Sparse::InnerIterator it(A, j); it; ++it)
        if (auto& seen = last[static_cast<std::size_t>(it.row() / 3)]; seen != block) {
          seen = block;
          pairs.emplace_back(it.row() / 3, block);
          pairs.emplace_back(block, it.row() / 3);
        }
  }
  Sparse blocks(A.rows() / 3, A.cols() / 3);
  blocks.setFromTriplets(pairs.begin(), pairs.end());
  Sparse zeros(A.rows(), A.cols());
  zeros.reserve(9 * blocks.nonZeros());
  for (int j = 0; j < A.cols(); ++j) {
    zeros.startVec(j);
    for (Sparse::InnerIterator it(blocks, j / 3); it; ++it)
      for (int i = 0; i < 3; ++i) zeros.insertBack(3 * it.row() + i, j) = 0;
  }
  zeros.finalize();
  return A + zeros;
}

BlockDiagonal::BlockDiagonal(Sparse const& with_blocks) {
  Sparse const& A = with_blocks;
  int const* const row = A.innerIndexPtr();
  int const* const column = A.outerIndexPtr();
  for (int j = 0; j < A.cols(); ++j)
    first_.push_back(
        static_cast<int>(std::lower_bound(row + column[j], row + column[j + 1], j - j % 3) - row));
}

void BlockDiagonal::add(Sparse& matrix, Blocks const& B) const {
  double* const value = matrix.valuePtr();
  for (std::size_t j = 0; j < first_.size(); ++j)
    for (int i = 0; i < 3; ++i)
      value[first_[j] + i] += B[j / 3](i, static_cast<Eigen::Index>(j % 3));
}

}  // namespace orthant::cone
