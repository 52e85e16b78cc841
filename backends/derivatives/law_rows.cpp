// The equations of a block in each of its states.
#include "backends/derivatives/law_rows.hpp"

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

LawRows bilateral(StepParts const& parts, BlockParts const& block) {
  LawRows out;
  out.from_kink = std::numeric_limits<double>::infinity();
  for (int i = 0; i < block.rows; ++i) {
    out.by_value(i, i) = 1;
    for (int k = 0; k < block.rows; ++k)
      out.by_impulse(i, k) = parts.rows[static_cast<std::size_t>(block.row + i)].compliance[k];
  }
  return out;
}

/// The normal law in the first row of a block. Returns whether the contact is open.
bool normal(RowParts6 const& row, double weight, LawRows& out) {
  double const apart = row.value + row.compliance[0] * row.impulse, pressed = weight * row.impulse;
  out.from_kink = std::abs(apart - pressed);
  if (apart > pressed) {
    out.state = BlockState::open;
    out.by_impulse(0, 0) = weight;
    return true;
  }
  out.state = BlockState::sticks;
  out.by_value(0, 0) = 1;
  out.by_impulse(0, 0) = row.compliance[0];
  return false;
}

/// Friction of `n` rows from `first` on with the bound k, whose derivative by lambda_n is
/// `by_normal`. For n = 1 the direction t is a sign.
void friction(StepParts const& parts, BlockParts const& block, int first, int n, double k,
              double weight, LawRows& out, Vector2d& t) {
  auto const row = [&](int i) -> RowParts6 const& {
    return parts.rows[static_cast<std::size_t>(block.row + first + i)];
  };
  Vector2d a = Vector2d::Zero(), lambda = Vector2d::Zero();
  auto const yields = [&](int i) { return row(i).compliance[first + i]; };
  for (int i = 0; i < n; ++i) {
    lambda[i] = row(i).impulse;
    a[i] = row(i).value + yields(i) * lambda[i];
  }
  double const speed = a.norm(), below = weight * (k - lambda.norm());
  t.setZero();
  if (k > 0) out.from_kink = std::min(out.from_kink, std::abs(speed - below));
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

LawRows coulomb(StepParts const& parts, BlockParts const& block, Vec3 const& weight) {
  LawRows out;
  auto const& n = parts.rows[static_cast<std::size_t>(block.row)];
  double const r = 0.5 * (weight[1] + weight[2]);
  if (normal(n, weight[0], out)) {
    for (int i = 1; i < 3; ++i) out.by_impulse(i, i) = r;
    return out;
  }
  Vector2d t;
  friction(parts, block, 1, 2, block.friction * n.impulse, r, out, t);
  for (int i = 0; i < 2; ++i) {
    out.by_impulse(1 + i, 0) += r * block.friction * t[i];
    out.by_friction[1 + i] = r * n.impulse * t[i];
  }
  return out;
}

LawRows disc(StepParts const& parts, BlockParts const& block, Vec3 const& weight) {
  LawRows out;
  out.state = BlockState::sticks;
  out.from_kink = std::numeric_limits<double>::infinity();
  double k = block.disc.bound, on_normal = 0;
  if (block.disc.normal >= 0) {
    auto const& on = parts.blocks[static_cast<std::size_t>(block.disc.normal)];
    on_normal = parts.rows[static_cast<std::size_t>(on.row)].impulse;
    k += block.friction * on_normal;
  }
  Vector2d t;
  friction(parts, block, 0, block.rows, k, weight[0], out, t);
  for (int i = 0; i < block.rows; ++i) {
    out.by_normal[i] = weight[0] * block.friction * t[i];
    out.by_friction[i] = weight[0] * on_normal * t[i];
    out.by_bound[i] = weight[0] * t[i];
  }
  return out;
}

}  // namespace

LawRows law_rows(StepParts const& parts, BlockParts const& block, Vec3 const& weight) {
  switch (block.law) {
    case Law::free:
      break;
    case Law::coulomb:
      return coulomb(parts, block, weight);
    case Law::nonnegative: {
      LawRows out;
      normal(parts.rows[static_cast<std::size_t>(block.row)], weight[0], out);
      return out;
    }
    case Law::disc:
      return disc(parts, block, weight);
  }
  return bilateral(parts, block);
}

LawRows values_alone(StepParts const&, BlockParts const& block, Vec3 const&) {
  LawRows out;
  for (int i = 0; i < block.rows; ++i) out.by_value(i, i) = 1;
  return out;
}

}  // namespace orthant
