// The rank of large matrices in builds without a sparse factorisation: not available.
#include "orthant/solvers/redundancy/redundant_rows.hpp"

namespace orthant {

std::optional<int> sparse_rank(Eigen::SparseMatrix<double> const& A) {
  if (A.cols() > 1000) return std::nullopt;
  return dense_rank(A);
}

}  // namespace orthant
