// Universal joint (Hooke's): a ball joint, and an axis of A stays perpendicular to an axis of B.
#pragma once
#include "orthant/constraints/relations/aligned_axes.hpp"

namespace orthant {

/// One row: the axis x of A's joint frame and y of B's are perpendicular.
///   c = -x_A . y_B     [rad] the small angle about z;   dc/dt = (w_B - w_A) . (x_A x y_B)
/// If it holds, |x_A x y_B| = 1: the rows of the joint are independent at any angles.
struct PerpendicularAxes {
  static constexpr int rows = 1;

  template <class T>
  static KOKKOS_FUNCTION Vec<1, T> gap(JointFrames<T> const& J) {
    return {{T(-1) * dot(axis_of(J.A, 0), axis_of(J.B, 1))}};
  }
  template <int R, class T>
  static KOKKOS_FUNCTION void jacobian(int row, JointFrames<T> const& J, Mat<R, 6, T>& J_A,
                                       Mat<R, 6, T>& J_B) {
    rotation_row(row, cross(axis_of(J.A, 0), axis_of(J.B, 1)), J_A, J_B);
  }
};

/// B turns about x of the joint frame on A, and about y of that on B.
struct UniversalJoint : JointOf<SameOrigin, PerpendicularAxes> {
  static constexpr char const* name = "universal";
  static constexpr char const* about = "turns about an axis of each body, at right angles; 4 rows";
  static constexpr int axes[] = {0, 1, 2, 2};
  static JointType type() {
    return {.frames = Frames::two_axes,
            .coordinates = {{"rotation_a", "angle_a"}, {"rotation_b", "angle_b"}},
            .leaves = JointFreedom{JointFreedom::Turns::about_two}};
  }
};

}  // namespace orthant
