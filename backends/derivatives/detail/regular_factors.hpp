// Factors of a square matrix that is certainly regular.
#pragma once
#include <Eigen/Dense>
#include <Eigen/SparseLU>
#include <memory>

namespace orthant {

/// L U factorisation with row pivoting, dense or sparse. It costs about a tenth of a rank-revealing
/// factorisation, and less for large sparse matrices.
class RegularFactors {
 public:
  /// False where the inverse may be as large as 1/(100 `tiny`) relative to 1/|A|.
  bool compute(Eigen::SparseMatrix<double> const& A, double tiny);

  /// A^-1 B
  Eigen::MatrixXd solve(Eigen::MatrixXd const& B) const;
  /// A^-T B
  Eigen::MatrixXd solve_transposed(Eigen::MatrixXd const& B) const;

 private:
  using Sparse = Eigen::SparseMatrix<double>;
  bool compute_sparse(Sparse const& A, double least);

  Eigen::PartialPivLU<Eigen::MatrixXd> dense_;
  std::unique_ptr<Eigen::SparseLU<Sparse>> sparse_;  // in place of dense_
};

}  // namespace orthant
