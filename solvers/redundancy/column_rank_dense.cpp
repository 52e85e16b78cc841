// Rank by a dense factorisation, of matrices that are not large.
#include <Eigen/Dense>

#include "solvers/redundancy/redundant_rows.hpp"

namespace orthant {

std::optional<int> column_rank(Eigen::SparseMatrix<double> const& A) {
  if (A.cols() == 0) return 0;
  if (A.cols() > 1000) return std::nullopt;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(Eigen::MatrixXd{A});
  qr.setThreshold(dependent / qr.maxPivot());
  return static_cast<int>(qr.rank());
}

}  // namespace orthant
