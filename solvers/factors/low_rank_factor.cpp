// Cholesky with pivoting of a matrix of low rank.
#include "orthant/solvers/factors/detail/dense.hpp"

namespace orthant::factors {
namespace {

/// Whether W x = L L^T x for one vector x without symmetry: W may be indefinite or nonsymmetric.
bool reproduces(Sparse const& W, Dense const& L) {
  constexpr double allowed = 1e-11;
  Vector const x = Vector::LinSpaced(W.cols(), -1, 1.7);
  Vector const y = W * x;
  return (y - L * (L.transpose() * x)).norm() <= allowed * y.norm();
}

}  // namespace

Dense low_rank_factor(Sparse const& W, double threshold, int most) {
  Vector left = W.diagonal();  // the diagonal of W - L L^T
  Dense L(W.rows(), most);
  double const least = threshold * left.maxCoeff();
  int rank = 0;
  for (;; ++rank) {
    Eigen::Index pivot = 0;
    double const value = left.maxCoeff(&pivot);
    if (!(value > least)) break;
    if (rank == most) return {};
    auto column = L.col(rank);
    column.noalias() = -(L.leftCols(rank) * L.row(pivot).head(rank).transpose());
    for (Sparse::InnerIterator it(W, pivot); it; ++it) column[it.row()] += it.value();
    column /= std::sqrt(value);
    left -= column.cwiseAbs2();
    left[pivot] = 0;
  }
  Dense const out = L.leftCols(rank);
  return reproduces(W, out) ? out : Dense();
}

}  // namespace orthant::factors
