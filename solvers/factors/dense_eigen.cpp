// Dense linear algebra of the cone solvers by Eigen, for builds without LAPACK.
#include <Eigen/LU>

#include "orthant/solvers/factors/detail/dense.hpp"

namespace orthant::factors {

struct DenseLu::State {
  Eigen::PartialPivLU<Dense> lu;
};

DenseLu::DenseLu() : state_(std::make_unique<State>()) {}
DenseLu::~DenseLu() = default;

bool DenseLu::factorise(Dense& A) {
  state_->lu.compute(A);
  return (state_->lu.matrixLU().diagonal().array() != 0).all();
}

Vector DenseLu::solve(Vector const& b) const { return state_->lu.solve(b); }
void DenseLu::substitute(double* b) const {
  Eigen::Map<Vector> x(b, state_->lu.rows());
  x = state_->lu.solve(Vector(x));
}

int DenseLu::determinant_sign() const {
  int sign = state_->lu.permutationP().determinant() > 0 ? 1 : -1;
  for (double pivot : state_->lu.matrixLU().diagonal())
    if (pivot < 0) sign = -sign;
  return sign;
}

void add_product(double factor, double const* A, int m, double const* B, int n, int k,
                 double* matrix) {
  using In = Eigen::Map<Dense const>;
  Eigen::Map<Dense>(matrix, m, n).noalias() += factor * In(A, m, k) * In(B, n, k).transpose();
}

}  // namespace orthant::factors
