// The smoothed laws and their derivatives.
#include "backends/derivatives/smoothed_law.hpp"

#include <cmath>
#include <limits>

namespace orthant {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

double yields(WorldRows const& of, WorldRows::Block const& block, int i) {
  return of.compliance[static_cast<std::size_t>(block.row + i)][i];
}

double apart(WorldRows const& of, WorldRows::Block const& block) {
  return of.value[block.row] + yields(of, block, 0) * of.impulse[block.row];
}

/// Half of a + b - sqrt((a - b)^2 + 4 kappa^2) with b = r lambda, evaluated without cancellation.
/// It vanishes where a, b > 0 and a b = kappa^2 [Kanzow 1996].
void normal(WorldRows const& of, WorldRows::Block const& block, double floor, SmoothedLaw& out) {
  double const r = of.per_mass(block, 0), a = apart(of, block), b = r * of.impulse[block.row],
               d = a - b;
  double const root = std::hypot(d, 2 * floor), sum = a + b;
  out.residual[0] = sum > 0 ? 2 * (a * b - floor * floor) / (sum + root) : 0.5 * (sum - root);
  double const less = 2 * floor * floor / (root * (root + std::abs(d)));  // (1 - |d|/root)/2
  double const by_a = d > 0 ? less : 1 - less;
  out.rows.by_value(0, 0) = by_a;
  out.rows.by_impulse(0, 0) = by_a * yields(of, block, 0) + (1 - by_a) * r;
}

/// (K a + psi X)/(K + psi) of `n` rows from `first` on, with K = r k and X = r lambda. Returns its
/// derivative by k.
Vector2d friction(WorldRows const& of, WorldRows::Block const& block, int first, int n, double k,
                  double floor, SmoothedLaw& out) {
  Vector2d a = Vector2d::Zero(), X = a, by_k = a;
  double r = 0;
  for (int i = 0; i < n; ++i) r += of.per_mass(block, first + i) / n;
  for (int i = 0; i < n; ++i) {
    int const row = block.row + first + i;
    a[i] = of.value[row] + yields(of, block, first + i) * of.impulse[row];
    X[i] = r * of.impulse[row];
  }
  double const K = r * k;
  if (!(K > 0)) {
    for (int i = 0; i < n; ++i) {
      out.residual[first + i] = X[i];
      out.rows.by_impulse(first + i, first + i) = r;
    }
    return by_k;
  }
  double const p = floor * floor / K, R = std::hypot(0.5 * p, a.norm());
  double const psi = 0.5 * p + R, whole = K + psi;
  Vector2d const G = (K * a + psi * X) / whole;
  // 2 R dpsi = psi dp + 2 a.da, dp = -p/K dK
  Vector2d const psi_by_a = a / R;
  double const psi_by_K = -0.5 * psi * p / (K * R);
  Matrix2d const by_a = (K * Matrix2d::Identity() + (X - G) * psi_by_a.transpose()) / whole;
  by_k = r * (a - G + (X - G) * psi_by_K) / whole;
  for (int i = 0; i < n; ++i) {
    out.residual[first + i] = G[i];
    out.rows.by_impulse(first + i, first + i) = r * psi / whole;
    for (int j = 0; j < n; ++j) {
      out.rows.by_value(first + i, first + j) = by_a(i, j);
      out.rows.by_impulse(first + i, first + j) += by_a(i, j) * yields(of, block, first + j);
    }
  }
  return by_k;
}

void bilateral(WorldRows const& of, WorldRows::Block const& block, SmoothedLaw& out) {
  for (int i = 0; i < block.size; ++i) {
    auto const& yields = of.compliance[static_cast<std::size_t>(block.row + i)];
    out.rows.by_value(i, i) = 1;
    out.residual[i] = of.value[block.row + i];
    for (int k = 0; k < block.size; ++k) {
      out.rows.by_impulse(i, k) = yields[k];
      out.residual[i] += yields[k] * of.impulse[block.row + k];
    }
  }
}

}  // namespace

SmoothedLaw smoothed_law(WorldRows const& of, WorldRows::Block const& block, double floor) {
  SmoothedLaw out;
  out.residual.setZero();
  out.rows.from_kink = std::numeric_limits<double>::infinity();
  switch (block.law) {
    case Law::free:
      bilateral(of, block, out);
      break;
    case Law::nonnegative:
      normal(of, block, floor, out);
      break;
    case Law::coulomb: {
      double const n = of.impulse[block.row];
      normal(of, block, floor, out);
      Vector2d const by_k = friction(of, block, 1, 2, block.friction * n, floor, out);
      for (int i = 0; i < 2; ++i) {
        out.rows.by_impulse(1 + i, 0) += block.friction * by_k[i];
        out.rows.by_friction[1 + i] = n * by_k[i];
      }
      break;
    }
    case Law::disc: {
      double on_normal = 0;
      if (block.normal >= 0)
        on_normal = of.impulse[of.blocks[static_cast<std::size_t>(block.normal)].row];
      double const k = block.bound + block.friction * on_normal;
      Vector2d const by_k = friction(of, block, 0, block.size, k, floor, out);
      for (int i = 0; i < block.size; ++i) {
        out.rows.by_normal[i] = block.friction * by_k[i];
        out.rows.by_friction[i] = on_normal * by_k[i];
        out.rows.by_bound[i] = by_k[i];
      }
      break;
    }
  }
  return out;
}

double floored_impulse(WorldRows const& of, WorldRows::Block const& block, double floor) {
  double const r = of.per_mass(block, 0);
  double const d = apart(of, block) - r * of.impulse[block.row], root = std::hypot(d, 2 * floor);
  return 0.5 * (d > 0 ? 4 * floor * floor / (root + d) : root - d) / r;
}

}  // namespace orthant
