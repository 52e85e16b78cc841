// Decompositions of dense matrices by Eigen.
#include "tests/dense.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace orthant::test {

SymmetricParts symmetric_parts(Eigen::MatrixXd const& A) {
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> const found(A);
  return {found.eigenvalues(), found.eigenvectors()};
}

SingularParts singular_parts(Eigen::MatrixXd const& A) {
  Eigen::JacobiSVD<Eigen::MatrixXd> const found(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {found.singularValues(), found.matrixU(), found.matrixV()};
}

Shortest shortest_solution(Eigen::MatrixXd const& A, Eigen::VectorXd const& b, double threshold) {
  auto const [values, U, V] = singular_parts(A);
  Shortest out{Eigen::VectorXd::Zero(A.cols()), 0};
  for (Eigen::Index k = 0; k < values.size(); ++k) {
    if (values[k] <= threshold * values[0]) break;
    out.x += U.col(k).dot(b) / values[k] * V.col(k);
    ++out.rank;
  }
  return out;
}

}  // namespace orthant::test
