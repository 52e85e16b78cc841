// Coordinates of a gimbal joint: the angles of R = R_x(alpha) R_y(beta) R_z(gamma).
#pragma once
#include "orthant/constraints/relations/coordinates/hooke_angles.hpp"

namespace orthant {

/// R e_z = (sin beta, -sin alpha cos beta, cos alpha cos beta) gives alpha:  p = -y_A, p' = z_A,
/// r = z_B. Undefined at beta = +-90 degrees, where the outer axes are parallel.
struct GimbalAngleX : CoordinateBetween<GimbalAngleX, 1> {
  static constexpr char const* name = "angle_x";
  static constexpr char const* about = "first angle of a gimbal, about x of a [rad]";

  template <class T>
  static KOKKOS_FUNCTION AngleBetween<T> angle(JointFrames<T> const& J) {
    return {T(-1) * axis_of(J.A, 1), axis_of(J.A, 2), axis_of(J.B, 2)};
  }
};

/// sin beta = x_A . z_B, of -90 to 90 degrees;  d(sin beta)/dt = (w_B - w_A) . (z_B x x_A).
struct GimbalAngleY : AngleCoordinate {
  static constexpr char const* name = "angle_y";
  static constexpr char const* about = "second angle of a gimbal, within a right angle [rad]";
  static constexpr Real period = 0;

  template <class T>
  static KOKKOS_FUNCTION Vec<1, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    auto const x = axis_of(J.A, 0), z = axis_of(J.B, 2);
    return {{atan2(dot(x, z), norm(cross(z, x)))}};
  }
  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<1, 6, T>& J_A, Mat<1, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    rotation_row(0, unit(cross(axis_of(J.B, 2), axis_of(J.A, 0))), J_A, J_B);
  }
};

/// R^T e_x = (cos beta cos gamma, -cos beta sin gamma, sin beta) gives gamma:  p = -y_B, p' = x_B,
/// r = x_A.
struct GimbalAngleZ : CoordinateBetween<GimbalAngleZ, -1> {
  static constexpr char const* name = "angle_z";
  static constexpr char const* about = "third angle of a gimbal, about z of b [rad]";

  template <class T>
  static KOKKOS_FUNCTION AngleBetween<T> angle(JointFrames<T> const& J) {
    return {T(-1) * axis_of(J.B, 1), axis_of(J.B, 0), axis_of(J.A, 0)};
  }
};

}  // namespace orthant
