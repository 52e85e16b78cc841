// Tangents of poses (dx, dtheta) in world axes: dx moves the centre, R' = exp(dtheta) R.
#pragma once
#include "core/math/pose.hpp"
#include "core/math/vec.hpp"

namespace orthant {

/// Moves a pose along one of its six tangents, correct to second order [m], [rad].
inline void move_along(Pose<>& X, int i, Real by) {
  if (i < 3) {
    X.p_WB[i] += by;
    return;
  }
  Quat<> half{1, 0, 0, 0};
  (i == 3 ? half.x : i == 4 ? half.y : half.z) = 0.5 * by;
  X.q_WB = normalised(half * X.q_WB);
}

/// The tangent from one pose to another close to it, correct to second order.
inline Vec6 apart(Pose<> const& from, Pose<> const& to) {
  Quat<> const q = to.q_WB * conjugate(from.q_WB);
  Real const s = q.w < 0 ? -2 : 2;
  return stacked(to.p_WB - from.p_WB, Vec3{{s * q.x, s * q.y, s * q.z}});
}

}  // namespace orthant
