// Rotations by an angle about an axis.
#pragma once
#include <cmath>

#include "core/math/pose.hpp"

namespace orthant {

/// The rotation by an angle [rad] about a unit axis, counterclockwise as seen against the axis.
inline Quat<> rotation_about(Vec3 const& axis, Real angle) {
  Real const s = std::sin(angle / 2);
  return {std::cos(angle / 2), s * axis[0], s * axis[1], s * axis[2]};
}

/// The shortest rotation from z to an axis: (1 + cos, sin) without cancellation near -z.
inline Quat<> rotation_to(Vec3 const& axis) {
  Vec3 const z = unit(axis);
  Real const sine2 = z[0] * z[0] + z[1] * z[1];
  Real const w = z[2] < 0 ? sine2 / (1 - z[2]) : 1 + z[2];
  return z[2] < 0 && sine2 == 0 ? Quat<>{0, 1, 0, 0} : normalised(Quat<>{w, -z[1], z[0], 0});
}

}  // namespace orthant
