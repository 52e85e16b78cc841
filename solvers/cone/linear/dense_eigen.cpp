// Dense linear algebra of the cone solvers by Eigen, where the build has no LAPACK.
#include <Eigen/LU>
#include <Eigen/QR>

#include "solvers/cone/linear/dense.hpp"

namespace orthant::cone {

struct DenseLu::State {
  Eigen::PartialPivLU<Dense> lu;
};

DenseLu::DenseLu() : state_(std::make_unique<State>()) {}
DenseLu::~DenseLu() = default;
DenseLu::DenseLu(DenseLu&&) noexcept = default;
DenseLu& DenseLu::operator=(DenseLu&&) noexcept = default;

bool DenseLu::factorise(Dense A) {
  state_->lu.compute(A);
  return (state_->lu.matrixLU().diagonal().array() != 0).all();
}

Vector DenseLu::solve(Vector const& b) const { return state_->lu.solve(b); }

int DenseLu::determinant_sign() const {
  int sign = state_->lu.permutationP().determinant() > 0 ? 1 : -1;
  for (double pivot : state_->lu.matrixLU().diagonal())
    if (pivot < 0) sign = -sign;
  return sign;
}

bool eliminate(double* data, int size, int pivots, int* swaps) {
  Eigen::Map<Dense> F(data, size, size);
  int const others = size - pivots;
  for (int k = 0; k < pivots; ++k) {
    F.col(k).segment(k, pivots - k).cwiseAbs().maxCoeff(&swaps[k]);
    swaps[k] += k;
    if (F(swaps[k], k) == 0) return false;
    if (swaps[k] != k) F.row(k).swap(F.row(swaps[k]));
    F.col(k).tail(size - k - 1) /= F(k, k);
    F.block(k + 1, k + 1, size - k - 1, pivots - k - 1).noalias() -=
        F.col(k).tail(size - k - 1) * F.row(k).segment(k + 1, pivots - k - 1);
  }
  F.topLeftCorner(pivots, pivots)
      .triangularView<Eigen::UnitLower>()
      .solveInPlace(F.topRightCorner(pivots, others));
  F.bottomRightCorner(others, others).noalias() -=
      F.bottomLeftCorner(others, pivots) * F.topRightCorner(pivots, others);
  return true;
}

Vector least_norm(Dense A, Vector const& b, double threshold) {
  Eigen::CompleteOrthogonalDecomposition<Dense> qr(A.rows(), A.cols());
  qr.setThreshold(threshold);
  qr.compute(A);
  return qr.solve(b);
}

void add_product(Dense& K, Dense const& A, Dense const& B) { K.noalias() += A * B.transpose(); }

}  // namespace orthant::cone
