// The linearised fit, and the scatter that follows from its misfits.
#include "experiments/app/fit/scatter.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <vector>

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

/// The columns of the free parameters.
Eigen::MatrixXd columns(Eigen::MatrixXd const& J, std::vector<bool> const& free) {
  Eigen::MatrixXd out(J.rows(), std::count(free.begin(), free.end(), true));
  long to = 0;
  for (std::size_t j = 0; j < free.size(); ++j)
    if (free[j]) out.col(to++) = J.col(static_cast<long>(j));
  return out;
}

/// A generalised inverse of A, and the parameters that A does not determine.
struct Inverse {
  Eigen::MatrixXd inverse;
  std::vector<long> unknown;
};

Inverse inverse_of(Eigen::MatrixXd const& A, double round_off) {
  long const p = A.rows();
  Inverse out{Eigen::MatrixXd::Zero(p, p), {}};
  if (p == 0) return out;
  Eigen::VectorXd size = A.diagonal().cwiseSqrt();
  double const largest = size.maxCoeff();
  std::vector<bool> unknown(nth(p), false);
  for (long i = 0; i < p; ++i)
    if (!(size[i] > std::sqrt(round_off) * largest)) {
      unknown[nth(i)] = true;
      size[i] = std::numeric_limits<double>::infinity();
    }
  Eigen::MatrixXd const scaled =
      size.cwiseInverse().asDiagonal() * A * size.cwiseInverse().asDiagonal();
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> const of(scaled);
  constexpr double part = 0.01;  // smallest share of a parameter in a direction that counts
  for (long k = 0; k < p; ++k) {
    auto const v = of.eigenvectors().col(k);
    if (of.eigenvalues()[k] > round_off)
      out.inverse += v * v.transpose() / of.eigenvalues()[k];
    else
      for (long i = 0; i < p; ++i)
        if (std::abs(v[i]) > part) unknown[nth(i)] = true;
  }
  out.inverse = size.cwiseInverse().asDiagonal() * out.inverse * size.cwiseInverse().asDiagonal();
  for (long i = 0; i < p; ++i)
    if (unknown[nth(i)]) out.unknown.push_back(i);
  return out;
}

}  // namespace

Scatter scatter_of(FitSettings const& set, Seen const& seen, std::vector<bool> const& free,
                   double round_off) {
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
  std::vector<long> place;  // index of each free parameter among all
  for (long a = 0; a < all; ++a)
    if (free[nth(a)]) place.push_back(a);
  auto const at = [&](long i) { return place[nth(i)]; };
  auto const [inverse, unknown] = inverse_of(A, round_off);
  for (long const i : unknown) out.unknown.push_back(static_cast<int>(at(i)));
  if (p == 0 || n <= static_cast<double>(p)) return out;
  Eigen::MatrixXd const C = n / (n - static_cast<double>(p)) * inverse * B * inverse;
  auto const known = [&unknown = unknown](long i) {
    return std::ranges::find(unknown, i) == unknown.end();
  };
  for (long i = 0; i < p; ++i)
    for (long j = 0; j < p; ++j)
      if (known(i) && known(j)) out.covariance(at(i), at(j)) = C(i, j);
  return out;
}

}  // namespace orthant
