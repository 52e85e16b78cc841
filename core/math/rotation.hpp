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

}  // namespace orthant
