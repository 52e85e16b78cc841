// Orientation and pose of a body, and their motion by a twist.
//
// Notation: p_WB is the origin of frame B in frame W; q_WB and R_WB rotate vectors of B into W.
#pragma once
#include <cmath>

#include "orthant/core/math/vec.hpp"

namespace orthant {

/// Unit quaternion (w, x, y, z), body to world.
template <class T = Real>
struct Quat {
  T w{1}, x{0}, y{0}, z{0};  // w: scalar part; at first no rotation

  /// R(a b) = R(a) R(b)
  friend KOKKOS_FORCEINLINE_FUNCTION Quat operator*(Quat const& a, Quat const& b) {
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
            a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
  }
};

/// The inverse of a unit quaternion: world to body.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Quat<T> conjugate(Quat<T> const& q) {
  return {q.w, T(-1) * q.x, T(-1) * q.y, T(-1) * q.z};
}

/// q / |q|; q must not be zero.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Quat<T> normalised(Quat<T> const& q) {
  T const s = T(1) / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}

/// R(q) a
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Vec<3, T> rotate(Quat<T> const& q, Vec<3, T> const& a) {
  Vec<3, T> const im{{q.x, q.y, q.z}};
  Vec<3, T> const t = cross(im, a);
  return a + T(2) * (q.w * t + cross(im, t));
}

/// R(q)ᵀ a
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Vec<3, T> rotate_back(Quat<T> const& q, Vec<3, T> const& a) {
  return rotate(conjugate(q), a);
}

/// R(q): its columns are the axes of B in W.
KOKKOS_FORCEINLINE_FUNCTION Mat3 rotation_matrix(Quat<> const& q) {
  Mat3 R;
  for (int c = 0; c < 3; ++c) {
    Vec3 e;
    e[c] = 1;
    Vec3 const image = rotate(q, e);
    for (int r = 0; r < 3; ++r) R[r][c] = image[r];
  }
  return R;
}

/// Pose of a frame B in the world: origin [m] and orientation. The frame of a body is at its centre
/// of mass.
template <class T = Real>
struct Pose {
  Vec<3, T> p_WB;  // origin of B in W [m]
  Quat<T> q_WB;    // rotates vectors of B into W
};

/// World coordinates of a point given in the body frame.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Vec<3, T> at(Pose<T> const& X_WB, Vec<3, T> const& p_B) {
  return X_WB.p_WB + rotate(X_WB.q_WB, p_B);
}

/// Body-frame coordinates of a world point.
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Vec<3, T> seen_from(Pose<T> const& X_WB, Vec<3, T> const& p_W) {
  return rotate_back(X_WB.q_WB, p_W - X_WB.p_WB);
}

/// X_WC = X_WB X_BC
template <class T>
KOKKOS_FORCEINLINE_FUNCTION Pose<T> operator*(Pose<T> const& X_WB, Pose<T> const& X_BC) {
  return {at(X_WB, X_BC.p_WB), X_WB.q_WB * X_BC.q_WB};
}

/// Velocity of a body: linear, of the centre of mass [m/s], then angular [rad/s], world axes.
using Twist = Vec6;

/// The first three: v of a twist [m/s], or the force of a wrench [N].
KOKKOS_FORCEINLINE_FUNCTION Vec3 linear(Vec6 const& V) { return {{V[0], V[1], V[2]}}; }
/// The last three: omega of a twist [rad/s], or the torque of a wrench [N m].
KOKKOS_FORCEINLINE_FUNCTION Vec3 angular(Vec6 const& V) { return {{V[3], V[4], V[5]}}; }
/// (a, b): a linear and an angular part.
KOKKOS_FORCEINLINE_FUNCTION Vec6 stacked(Vec3 const& a, Vec3 const& b) {
  return {{a[0], a[1], a[2], b[0], b[1], b[2]}};
}

/// q⁺ = q + h T u, with the quaternion normalised.
///
/// T(q) u = (v, ½ (0, ω) q). The explicit form T(q⁻) gives q⁺ = (1, hω/2) q⁻; the implicit form
/// T(q⁺) gives q⁺ = (1, -hω/2)⁻¹ q⁻ = (1, hω/2) q⁻ / (1 + |hω/2|²). Both point the same way, so
/// after normalisation there is one update: the Cayley map, a turn by 2 atan(h|ω|/2) about ω.
/// Without a turn q stays as it is, bit for bit: to normalise again may change its last digits
/// there and back.
KOKKOS_FORCEINLINE_FUNCTION Pose<> advance(Pose<> const& X, Twist const& V, Real h) {
  if (V[3] == 0 && V[4] == 0 && V[5] == 0) return {X.p_WB + h * linear(V), X.q_WB};
  Quat<> const rotation{1, 0.5 * h * V[3], 0.5 * h * V[4], 0.5 * h * V[5]};
  return {X.p_WB + h * linear(V), normalised(rotation * X.q_WB)};
}

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

/// Moves a pose along one of its six tangents (dx, dtheta) in world axes: dx moves the centre,
/// R' = exp(dtheta) R, correct to second order [m], [rad].
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
