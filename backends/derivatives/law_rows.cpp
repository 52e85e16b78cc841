// The equations of a block in each of its states.
#include "orthant/backends/derivatives/detail/law_rows.hpp"

#include <cmath>
#include <limits>

namespace orthant {
namespace {

using Eigen::Matrix2d;
using Eigen::Vector2d;

/// Speed below which a contact sticks [m/s], [rad/s]. The impulses of sticking contacts that share
/// a load are not unique. So one of them may be at its bound and yet not slip.
constexpr double at_rest = 1e-9;

/// lambda + k t = 0 with t = a/|a|, in rows [at, at + n). The caller adds the derivative of k.
struct Slip {
  Vector2d t = Vector2d::Zero();
  Matrix2d by_value = Matrix2d::Zero();
};

Slip slip(Vector2d const& a, double k) {
  Slip out;
  double const speed = a.norm();
  out.t = a / speed;
  out.by_value = k / speed * (Matrix2d::Identity() - out.t * out.t.transpose());
  return out;
}

LawRows bilateral(WorldRows const& of, WorldRows::Block const& block) {
  LawRows out;
  out.from_kink = std::numeric_limits<double>::infinity();
  for (int i = 0; i < block.size; ++i) {
    out.by_value(i, i) = 1;
    for (int k = 0; k < block.size; ++k)
      out.by_impulse(i, k) = of.compliance[nth(block.row + i)][k];
  }
  return out;
}

/// The normal law in the first row of a block. Returns whether the contact is open.
bool normal(WorldRows const& of, int row, double weight, LawRows& out) {
  double const impulse = of.impulse[row], yields = of.compliance[nth(row)][0];
  double const apart = of.value[row] + yields * impulse, pressed = weight * impulse;
  out.from_kink = std::abs(apart - pressed);
  if (apart > pressed) {
    out.state = BlockState::open;
    out.by_impulse(0, 0) = weight;
    return true;
  }
  out.state = BlockState::sticks;
  out.by_value(0, 0) = 1;
  out.by_impulse(0, 0) = yields;
  return false;
}

/// Friction of `n` rows from `first` on with the bound k, whose derivative by lambda_n is
/// `by_normal`. For n = 1 the direction t is a sign.
void friction(WorldRows const& of, WorldRows::Block const& block, int first, int n, double k,
              double weight, LawRows& out, Vector2d& t) {
  int const row = block.row + first;
  Vector2d a = Vector2d::Zero(), lambda = Vector2d::Zero();
  auto const yields = [&](int i) { return of.compliance[nth(row + i)][first + i]; };
  for (int i = 0; i < n; ++i) {
    lambda[i] = of.impulse[row + i];
    a[i] = of.value[row + i] + yields(i) * lambda[i];
  }
  double const speed = a.norm(), below = weight * (k - lambda.norm());
  t.setZero();
  if (k > 0) out.from_slip = std::abs(speed - below);
  out.from_kink = std::min(out.from_kink, out.from_slip);
  bool const slips = speed > below + at_rest || k <= 0;
  if (!slips) {
    for (int i = 0; i < n; ++i) {
      out.by_value(first + i, first + i) = 1;
      out.by_impulse(first + i, first + i) = yields(i);
    }
    return;
  }
  out.state = BlockState::slips;
  for (int i = 0; i < n; ++i) out.by_impulse(first + i, first + i) = weight;
  if (speed == 0) return;  // a bound of zero: no direction and no impulse
  auto const law = slip(a, k);
  t = law.t;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      double const by_value = n == 1 ? 0 : weight * law.by_value(i, j);
      out.by_value(first + i, first + j) = by_value;
      out.by_impulse(first + i, first + j) += by_value * yields(j);
    }
}

LawRows coulomb(WorldRows const& of, WorldRows::Block const& block, Vec3 const& weight) {
  LawRows out;
  double const n = of.impulse[block.row];
  double const r = 0.5 * (weight[1] + weight[2]);
  if (normal(of, block.row, weight[0], out)) {
    for (int i = 1; i < 3; ++i) out.by_impulse(i, i) = r;
    return out;
  }
  Vector2d t;
  friction(of, block, 1, 2, block.friction * n, r, out, t);
  for (int i = 0; i < 2; ++i) {
    out.by_impulse(1 + i, 0) += r * block.friction * t[i];
    out.by_friction[1 + i] = r * n * t[i];
  }
  return out;
}

LawRows disc(WorldRows const& of, WorldRows::Block const& block, Vec3 const& weight) {
  LawRows out;
  out.state = BlockState::sticks;
  out.from_kink = std::numeric_limits<double>::infinity();
  double k = block.bound, on_normal = 0;
  if (block.normal >= 0) {
    on_normal = of.impulse[of.blocks[nth(block.normal)].row];
    k += block.friction * on_normal;
  }
  Vector2d t;
  friction(of, block, 0, block.size, k, weight[0], out, t);
  for (int i = 0; i < block.size; ++i) {
    out.by_normal[i] = weight[0] * block.friction * t[i];
    out.by_friction[i] = weight[0] * on_normal * t[i];
    out.by_bound[i] = weight[0] * t[i];
  }
  return out;
}

}  // namespace

LawRows law_rows(WorldRows const& of, WorldRows::Block const& block, Vec3 const& weight) {
  switch (block.law) {
    case Law::free:
      break;
    case Law::coulomb:
      return coulomb(of, block, weight);
    case Law::nonnegative: {
      LawRows out;
      normal(of, block.row, weight[0], out);
      return out;
    }
    case Law::disc:
      return disc(of, block, weight);
  }
  return bilateral(of, block);
}

}  // namespace orthant
