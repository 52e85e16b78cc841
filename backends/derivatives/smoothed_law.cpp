// The smoothed laws and their derivatives.
#include "backends/derivatives/smoothed_law.hpp"

#include <cmath>
#include <limits>

namespace orthant {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

RowParts6 const& row_of(StepParts const& parts, BlockParts const& block, int i) {
  return parts.rows[static_cast<std::size_t>(block.row + i)];
}

double apart(RowParts6 const& row) { return row.value + row.compliance[0] * row.impulse; }

/// Half of a + b - sqrt((a - b)^2 + 4 kappa^2) with b = r lambda, evaluated without cancellation.
/// It vanishes where a, b > 0 and a b = kappa^2 [Kanzow 1996].
void normal(RowParts6 const& row, double floor, SmoothedLaw& out) {
  double const r = row.per_mass, a = apart(row), b = r * row.impulse, d = a - b;
  double const root = std::hypot(d, 2 * floor), sum = a + b;
  out.residual[0] = sum > 0 ? 2 * (a * b - floor * floor) / (sum + root) : 0.5 * (sum - root);
  double const less = 2 * floor * floor / (root * (root + std::abs(d)));  // (1 - |d|/root)/2
  double const by_a = d > 0 ? less : 1 - less;
  out.rows.by_value(0, 0) = by_a;
  out.rows.by_impulse(0, 0) = by_a * row.compliance[0] + (1 - by_a) * r;
}

/// (K a + psi X)/(K + psi) of `n` rows from `first` on, with K = r k and X = r lambda. Returns its
/// derivative by k.
Vector2d friction(StepParts const& parts, BlockParts const& block, int first, int n, double k,
                  double floor, SmoothedLaw& out) {
  Vector2d a = Vector2d::Zero(), X = a, by_k = a;
  double r = 0;
  for (int i = 0; i < n; ++i) r += row_of(parts, block, first + i).per_mass / n;
  for (int i = 0; i < n; ++i) {
    auto const& row = row_of(parts, block, first + i);
    a[i] = row.value + row.compliance[first + i] * row.impulse;
    X[i] = r * row.impulse;
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
      out.rows.by_impulse(first + i, first + j) +=
          by_a(i, j) * row_of(parts, block, first + j).compliance[first + j];
    }
  }
  return by_k;
}

void bilateral(StepParts const& parts, BlockParts const& block, SmoothedLaw& out) {
  for (int i = 0; i < block.rows; ++i) {
    auto const& row = row_of(parts, block, i);
    out.rows.by_value(i, i) = 1;
    out.residual[i] = row.value;
    for (int k = 0; k < block.rows; ++k) {
      out.rows.by_impulse(i, k) = row.compliance[k];
      out.residual[i] += row.compliance[k] * row_of(parts, block, k).impulse;
    }
  }
}

}  // namespace

SmoothedLaw smoothed_law(StepParts const& parts, BlockParts const& block, double floor) {
  SmoothedLaw out;
  out.residual.setZero();
  out.rows.from_kink = std::numeric_limits<double>::infinity();
  switch (block.law) {
    case Law::free:
      bilateral(parts, block, out);
      break;
    case Law::nonnegative:
      normal(row_of(parts, block, 0), floor, out);
      break;
    case Law::coulomb: {
      auto const& n = row_of(parts, block, 0);
      normal(n, floor, out);
      Vector2d const by_k = friction(parts, block, 1, 2, block.friction * n.impulse, floor, out);
      for (int i = 0; i < 2; ++i) {
        out.rows.by_impulse(1 + i, 0) += block.friction * by_k[i];
        out.rows.by_friction[1 + i] = n.impulse * by_k[i];
      }
      break;
    }
    case Law::disc: {
      double on_normal = 0;
      if (block.disc.normal >= 0)
        on_normal = parts
                        .rows[static_cast<std::size_t>(
                            parts.blocks[static_cast<std::size_t>(block.disc.normal)].row)]
                        .impulse;
      double const k = block.disc.bound + block.friction * on_normal;
      Vector2d const by_k = friction(parts, block, 0, block.rows, k, floor, out);
      for (int i = 0; i < block.rows; ++i) {
        out.rows.by_normal[i] = block.friction * by_k[i];
        out.rows.by_friction[i] = on_normal * by_k[i];
        out.rows.by_bound[i] = by_k[i];
      }
      break;
    }
  }
  return out;
}

double floored_impulse(RowParts6 const& row, double floor) {
  double const d = apart(row) - row.per_mass * row.impulse, root = std::hypot(d, 2 * floor);
  return 0.5 * (d > 0 ? 4 * floor * floor / (root + d) : root - d) / row.per_mass;
}

}  // namespace orthant
