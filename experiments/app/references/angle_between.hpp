// How far two orientations are apart.
#pragma once
#include <cmath>

#include "core/math/pose.hpp"

namespace orthant {

/// The angle of R_a R_b^T [rad]; q and -q are one orientation.
inline double angle_between(Quat<> const& a, Quat<> const& b) {
  Quat<> const d = a * conjugate(b);
  return 2 * std::atan2(std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z), std::abs(d.w));
}

}  // namespace orthant
