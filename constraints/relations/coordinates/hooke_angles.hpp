// Coordinates of a universal joint: the angles about the axis of A and about the axis of B.
#pragma once
#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

/// Both are c = atan2(p . r, p' . r) [rad], up to whole turns, with perpendicular unit vectors p
/// and p' of one body, and r of the other:
///   dc/dt = (w_r - w_p) . (r x ((p' . r) p - (p . r) p')) / ((p . r)^2 + (p' . r)^2)
template <class T>
struct AngleBetween {
  Vec<3, T> p, p_, r;

  KOKKOS_FUNCTION T value() const { return atan2(dot(p, r), dot(p_, r)); }
  KOKKOS_FUNCTION Vec<3, T> rotation() const {
    T const s = dot(p, r), c = dot(p_, r);
    return (T(1) / (s * s + c * c)) * cross(r, c * p - s * p_);
  }
};

/// A coordinate that is such an angle. `sign` is that of the rotation of B against A in it.
template <class Angle, int sign>
struct CoordinateBetween : AngleCoordinate {
  template <class T>
  static KOKKOS_FUNCTION Vec<1, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    return {{Angle::angle(JointFrames<T>(item, A, B)).value()}};
  }
  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<1, 6, T>& J_A, Mat<1, 6, T>& J_B) {
    Vec<3, T> const rotation = Angle::angle(JointFrames<T>(item, A, B)).rotation();
    rotation_row(0, sign > 0 ? rotation : T(-1) * rotation, J_A, J_B);
  }
};

/// The angle of the cross against A, about x_A: p = z_A, p' = y_A, r = y_B.
struct HookeAngleA : CoordinateBetween<HookeAngleA, 1> {
  static constexpr char const* name = "angle_a";
  static constexpr char const* about = "angle of a universal joint about the axis of a [rad]";

  template <class T>
  static KOKKOS_FUNCTION AngleBetween<T> angle(JointFrames<T> const& J) {
    return {axis_of(J.A, 2), axis_of(J.A, 1), axis_of(J.B, 1)};
  }
};

/// The angle of B against the cross, about y_B: p = z_B, p' = x_B, r = x_A.
struct HookeAngleB : CoordinateBetween<HookeAngleB, -1> {
  static constexpr char const* name = "angle_b";
  static constexpr char const* about = "angle of a universal joint about the axis of b [rad]";

  template <class T>
  static KOKKOS_FUNCTION AngleBetween<T> angle(JointFrames<T> const& J) {
    return {axis_of(J.B, 2), axis_of(J.B, 0), axis_of(J.A, 0)};
  }
};

}  // namespace orthant
