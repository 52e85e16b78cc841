// Factorises a matrix and estimates its condition.
#include "orthant/backends/derivatives/detail/regular_factors.hpp"

#include <cmath>

namespace orthant {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr long small = 60;  // unknowns of which a dense factorisation is faster

}  // namespace

bool RegularFactors::compute(Sparse const& A, double tiny) {
  double const least = 100 * tiny;
  if (A.rows() == 0) return false;
  if (A.rows() > small) return compute_sparse(A, least);
  dense_.compute(MatrixXd(A));
  // A pivot of zero makes rcond() a number that says nothing.
  auto const pivots = dense_.matrixLU().diagonal().cwiseAbs();
  if (!(pivots.array() > least * pivots.maxCoeff()).all()) return false;
  double const size = dense_.rcond();
  return std::isfinite(size) && size > least;
}

/// |A^-1 b| / |b| of a few b without a pattern is seldom far below |A^-1| [Dixon 1983].
bool RegularFactors::compute_sparse(Sparse const& A, double least) {
  sparse_ = std::make_unique<Eigen::SparseLU<Sparse>>();
  sparse_->compute(A);
  if (sparse_->info() != Eigen::Success) return false;
  double const size = A.norm() / std::sqrt(static_cast<double>(A.rows()));
  for (int k = 1; k <= 3; ++k) {
    VectorXd b(A.rows());
    for (long i = 0; i < b.size(); ++i) b[i] = std::sin(static_cast<double>(k * (i + 1) * (i + 7)));
    VectorXd const x = sparse_->solve(b);
    if (!(x.norm() * size * least < b.norm())) return false;
    if (!((A * x - b).norm() < 1e-8 * b.norm())) return false;
  }
  return true;
}

MatrixXd RegularFactors::solve(MatrixXd const& B) const {
  if (!sparse_) return dense_.solve(B);
  return sparse_->solve(B);
}

MatrixXd RegularFactors::solve_transposed(MatrixXd const& B) const {
  if (!sparse_) return dense_.transpose().solve(B);
  return sparse_->transpose().solve(B);
}

}  // namespace orthant
