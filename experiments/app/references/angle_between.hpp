// The angle and the rotation vector between two orientations.
#pragma once
#include <cmath>

#include "orthant/core/math/pose.hpp"

namespace orthant {

/// The angle of R_a R_b^T [rad]; q and -q are the same orientation.
inline double angle_between(Quat<> const& a, Quat<> const& b) {
  Quat<> const d = a * conjugate(b);
  return 2 * std::atan2(std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z), std::abs(d.w));
}

/// The rotation vector of R_a R_b^T [rad], world axes: the axis times the angle, which is at most
/// pi.
inline Vec3 rotation_between(Quat<> const& a, Quat<> const& b) {
  Quat<> const d = a * conjugate(b);
  Vec3 const v{{d.x, d.y, d.z}};
  double const sine = norm(v), sign = d.w < 0 ? -1 : 1;
  return sine == 0 ? Vec3{} : (sign * 2 * std::atan2(sine, std::abs(d.w)) / sine) * v;
}

}  // namespace orthant
