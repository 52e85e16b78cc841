// The straight motion of a body between two poses: uniform along a line and about an axis.
#pragma once
#include "orthant/core/math/pose.hpp"

namespace orthant {

/// The Cayley vector c of the rotation between two orientations, as in `advance`: to = (1, c/2)
/// from / |(1, c/2)|. So advance(X, u, h) has c = h w, linear in the twist.
template <class T>
KOKKOS_INLINE_FUNCTION Vec<3, T> cayley_vector(Quat<T> const& from, Quat<T> const& to) {
  Quat<T> const r = to * conjugate(from);
  return (T(2) / r.w) * Vec<3, T>{{r.x, r.y, r.z}};
}

struct StraightMotion {
  Pose<> start;
  Vec3 displacement;     // of the origin [m]
  Vec3 axis{{0, 0, 1}};  // unit, of the rotation, world axes
  Real angle = 0;        // of the rotation, 0 to pi [rad]

  /// The pose at the fraction s of the motion; for s > 1 the motion continues uniformly.
  KOKKOS_FUNCTION Pose<> at(Real s) const {
    Real const half = 0.5 * s * angle;
    Vec3 const im = sin(half) * axis;
    return {start.p_WB + s * displacement, Quat<>{cos(half), im[0], im[1], im[2]} * start.q_WB};
  }
};

KOKKOS_INLINE_FUNCTION StraightMotion motion_between(Pose<> const& from, Pose<> const& to) {
  StraightMotion out{from, to.p_WB - from.p_WB};
  Quat<> const r = to.q_WB * conjugate(from.q_WB);
  Vec3 const im = (r.w < 0 ? -1. : 1.) * Vec3{{r.x, r.y, r.z}};
  Real const length = norm(im);
  if (!(length > 0)) return out;
  out.axis = (1 / length) * im;
  out.angle = 2 * atan2(length, fabs(r.w));
  return out;
}

}  // namespace orthant
