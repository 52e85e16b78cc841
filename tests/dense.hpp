// Decompositions of dense matrices, which compile slowly: once for all tests.
#pragma once
#include <Eigen/Core>

namespace orthant::test {

/// A = vectors diag(values) vectors^T of a symmetric matrix, smallest value first.
struct SymmetricParts {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
SymmetricParts symmetric_parts(Eigen::MatrixXd const& A);

/// A = U diag(values) V^T, largest value first; U and V are square.
struct SingularParts {
  Eigen::VectorXd values;
  Eigen::MatrixXd U, V;
};
SingularParts singular_parts(Eigen::MatrixXd const& A);
inline Eigen::VectorXd singular_values(Eigen::MatrixXd const& A) {
  return singular_parts(A).values;
}

/// The shortest x among the minimisers of |A x - b|. Singular values below `threshold` times the
/// largest count as zero.
struct Shortest {
  Eigen::VectorXd x;
  Eigen::Index rank;
};
Shortest shortest_solution(Eigen::MatrixXd const& A, Eigen::VectorXd const& b,
                           double threshold = 1e-13);

}  // namespace orthant::test
