// Sparse matrices in blocks, and the sign of a determinant.
#pragma once
#include <Eigen/LU>

#include "orthant/solvers/factors/detail/block_pattern.hpp"
#include "orthant/solvers/factors/detail/dense.hpp"

namespace orthant::cone {

using namespace factors;

/// From the factors, because the determinant itself may overflow.
inline int sign_of_determinant(Dense const& A) {
  Eigen::PartialPivLU<Dense> const lu(A);
  int sign = lu.permutationP().determinant() > 0 ? 1 : -1;
  for (double pivot : lu.matrixLU().diagonal())
    if (pivot < 0) sign = -sign;
  return sign;
}

/// A in blocks of contacts.
struct InBlocks {
  explicit InBlocks(Sparse const& A) : InBlocks(A, std::vector<int>(A.cols() / 3, 3)) {}
  InBlocks(Sparse const& A, std::vector<int> const& widths)
      : pattern(widths, block_pairs(A, widths)), values(block_values(pattern, A)) {}
  BlockPattern pattern;
  std::vector<double> values;
};

}  // namespace orthant::cone
