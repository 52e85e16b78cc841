// Dense linear algebra of the cone solvers, by LAPACK or Eigen.
#pragma once
#include <Eigen/Core>
#include <memory>

#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant::factors {

using Dense = Eigen::MatrixXd;

/// The factorisation P A = L U with partial pivoting.
class DenseLu {
 public:
  DenseLu();
  ~DenseLu();

  /// Exchanges the matrix for the factors of the last one, whose memory it takes. False if a pivot
  /// is zero.
  bool factorise(Dense& A);
  Vector solve(Vector const& b) const;
  /// Overwrites b with the solution.
  void substitute(double* b) const;
  /// The sign of det A: -1 or 1.
  int determinant_sign() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Adds factor A B^T, of A (m, k) and B (n, k), to matrix (m, n).
void add_product(double factor, double const* A, int m, double const* B, int n, int k,
                 double* matrix);

/// L with W = L L^T by Cholesky with pivoting. It has one column for each pivot above `threshold`
/// times the first. Empty if there are more than `most`, or if W is not positive semidefinite. Only
/// the columns of the pivots are read.
Dense low_rank_factor(Sparse const& W, double threshold, int most);

}  // namespace orthant::factors
