// The linearised fit, and what its misfits say of it.
#include "experiments/app/fit/scatter.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace orthant {
namespace {

/// rho'(s) of the loss, as Ceres defines it.
double slope_of_loss(FitSettings const& set, double s) {
  double const b = set.loss_scale * set.loss_scale;
  switch (set.loss) {
    case FitLoss::none:
      return 1;
    case FitLoss::huber:
      return s <= b ? 1 : set.loss_scale / std::sqrt(s);
    case FitLoss::soft_l1:
      return 1 / std::sqrt(1 + s / b);
    case FitLoss::cauchy:
      return 1 / (1 + s / b);
  }
  return 1;
}

/// The columns of the parameters that are free.
Eigen::MatrixXd columns(Eigen::MatrixXd const& J, std::vector<bool> const& free) {
  Eigen::MatrixXd out(J.rows(), std::count(free.begin(), free.end(), true));
  long to = 0;
  for (std::size_t j = 0; j < free.size(); ++j)
    if (free[j]) out.col(to++) = J.col(static_cast<long>(j));
  return out;
}

}  // namespace

Scatter scatter_of(FitSettings const& set, Seen const& seen, std::vector<bool> const& free) {
  Eigen::MatrixXd const J = columns(seen.slopes, free);
  long const p = J.cols(), all = static_cast<long>(free.size());
  std::map<int, Eigen::VectorXd> slopes;
  std::map<int, int> groups;
  for (auto const& each : seen.misfits) ++groups[each.group];
  Scatter out;
  out.by_group = static_cast<long>(groups.size()) > 2 * p;
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(p, p);
  long row = 0;
  for (std::size_t k = 0; k < seen.misfits.size(); ++k) {
    auto const& [group, weight, parts] = seen.misfits[k];
    auto const n = static_cast<long>(parts.size());
    Eigen::Map<Eigen::VectorXd const> const r(parts.data(), n);
    auto const rows = J.middleRows(row, n);
    row += n;
    double const w = weight * slope_of_loss(set, r.squaredNorm());
    A += w * rows.transpose() * rows;
    auto& slope = slopes[out.by_group ? group : static_cast<int>(k)];
    if (slope.size() == 0) slope.setZero(p);
    slope += w * rows.transpose() * r;
  }
  Eigen::MatrixXd B = Eigen::MatrixXd::Zero(p, p);
  for (auto const& [group, s] : slopes) B += s * s.transpose();
  auto const n = static_cast<double>(slopes.size());
  double const nan = std::numeric_limits<double>::quiet_NaN();
  out.covariance = Eigen::MatrixXd::Constant(all, all, nan);
  Eigen::LDLT<Eigen::MatrixXd> const factor(A);
  bool const regular = p > 0 && n > static_cast<double>(p) && factor.rcond() > 1e-14;
  if (!regular) return out;
  Eigen::MatrixXd const half = factor.solve(B);
  Eigen::MatrixXd const C = n / (n - static_cast<double>(p)) * factor.solve(half.transpose());
  long i = 0;
  for (long a = 0; a < all; ++a) {
    if (!free[static_cast<std::size_t>(a)]) continue;
    long j = 0;
    for (long b = 0; b < all; ++b)
      if (free[static_cast<std::size_t>(b)]) out.covariance(a, b) = C(i, j++);
    ++i;
  }
  return out;
}

}  // namespace orthant
