// The rank of a matrix by a dense factorisation.
#include <Eigen/Dense>

#include "orthant/solvers/redundancy/redundant_rows.hpp"

namespace orthant {

int dense_rank(Eigen::SparseMatrix<double> const& A) {
  if (A.cols() == 0) return 0;
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr(Eigen::MatrixXd{A});
  qr.setThreshold(dependent / qr.maxPivot());
  return static_cast<int>(qr.rank());
}

}  // namespace orthant
