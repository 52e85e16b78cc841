// Least squares in the columns that are free.
#include "orthant/backends/joint_space/close_rates.hpp"

#include <Eigen/Core>
#include <Eigen/QR>

namespace orthant {
namespace {

constexpr Real round_off = 1e-12;  // [m/s], [rad/s]

/// J v less the rates of targets, and the rows of J.
struct Rates {
  std::vector<std::vector<Real>> J;
  std::vector<Real> open;
};

/// The rows of loops, from twists of one column after the other.
Rates loops(JointSpace const& space, int world, Pose<> const* pose, Twist const* twist,
            std::size_t bodies, Real const* v) {
  std::size_t const n = space.columns().size();
  Rates out;
  std::vector<Twist> u(twist, twist + bodies);
  space.move(world, pose, v, u.data());
  for (auto const& each : space.loop_rates(world, pose, u.data())) out.open.push_back(each.rate);
  out.J.assign(out.open.size(), std::vector<Real>(n));
  std::vector<Real> one(n);
  for (std::size_t k = 0; k < n && !out.J.empty(); ++k) {
    std::vector<Twist> by(bodies);
    one[k] = 1;
    space.move(world, pose, one.data(), by.data());
    one[k] = 0;
    auto const rates = space.loop_rates(world, pose, by.data());
    for (std::size_t r = 0; r < rates.size(); ++r) out.J[r][k] = rates[r].rate;
  }
  return out;
}

}  // namespace

void close_rates(JointSpace const& space, HeldCouplings const& couplings, int world, Real t,
                 Pose<> const* pose, Twist const* twist, Real const* q,
                 std::vector<char> const& free_v, Real* v) {
  auto rates = loops(space, world, pose, twist, nth(space.bodies()), v);
  if (rates.open.empty()) return;
  for (Real const each : couplings.rates(world, t, q, v, rates.J)) rates.open.push_back(each);
  std::vector<std::size_t> free;
  for (std::size_t k = 0; k < free_v.size(); ++k)
    if (free_v[k]) free.push_back(k);
  auto const rows = static_cast<Eigen::Index>(rates.open.size()),
             n = static_cast<Eigen::Index>(free.size());
  Eigen::Map<Eigen::VectorXd const> const open(rates.open.data(), rows);
  if (n == 0 || open.lpNorm<Eigen::Infinity>() <= round_off) return;
  Eigen::MatrixXd J(rows, n);
  for (Eigen::Index r = 0; r < rows; ++r)
    for (Eigen::Index k = 0; k < n; ++k) J(r, k) = rates.J[nth(r)][free[nth(k)]];
  // Rows of a loop that say the same differ by the 1e-6 to which it is closed.
  Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> of;
  of.setThreshold(1e-5);
  Eigen::VectorXd const change = of.compute(J).solve(-open);
  for (Eigen::Index k = 0; k < n; ++k) v[free[nth(k)]] += change[k];
}

LoopRate fastest_opening(JointSpace const& space, int world, Pose<> const* pose,
                         Twist const* twist) {
  LoopRate out{-1, 0};
  for (auto const& each : space.loop_rates(world, pose, twist))
    if (std::abs(each.rate) > out.rate) out = {each.joint, std::abs(each.rate)};
  return out;
}

}  // namespace orthant
