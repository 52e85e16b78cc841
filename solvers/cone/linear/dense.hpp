// Dense linear algebra of the cone solvers, by the library that the build has.
#pragma once
#include <Eigen/Core>
#include <memory>

#include "core/cone_problem/cone_problem.hpp"

namespace orthant::cone {

using Dense = Eigen::MatrixXd;

/// P A = L U.
class DenseLu {
 public:
  DenseLu();
  ~DenseLu();
  DenseLu(DenseLu&&) noexcept;
  DenseLu& operator=(DenseLu&&) noexcept;

  /// False where a pivot is zero.
  bool factorise(Dense A);
  Vector solve(Vector const& b) const;
  /// -1, or 1.
  int determinant_sign() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The shortest of the x that minimise |A x - b|, with singular values below `threshold` times the
/// largest taken as zero: rank-revealing QR, and then a complete orthogonal decomposition.
Vector least_norm(Dense A, Vector const& b, double threshold);

/// K (m, n) += factor A B^T of A (m, k) and B (n, k).
void add_product(double factor, double const* A, int m, double const* B, int n, int k, double* K);

/// L with W = L L^T by Cholesky with pivots, of as many columns as there are pivots above
/// `threshold` times the first. Empty where these are more than `most`, or where W is no such
/// product. Looks only at the columns of W that it needs.
Dense low_rank_factor(Sparse const& W, double threshold, int most);

}  // namespace orthant::cone
