// Universal joint (Hooke's): a ball joint, and an axis of A stays perpendicular to an axis of B.
#pragma once
#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

/// The first three rows are those of the ball joint. With the axis x of A's joint frame and y of
/// B's,
///   c_4 = -x_A . y_B     [rad] the small angle about z;   dc_4/dt = (w_B - w_A) . (x_A x y_B)
/// If the row holds, |x_A x y_B| = 1: the rows are independent at any angles.
struct UniversalJoint {
  static constexpr char const* name = "universal";
  static constexpr char const* about = "turns about an axis of each body, at right angles; 4 rows";
  static constexpr int rows = 4, position_rows = 4, linear_rows = 3;
  static constexpr int axes[] = {0, 1, 2, 2};
  static constexpr bool world_axes = true;
  using Item = JointItem;
  static JointType type() {
    return {.frames = Frames::two_axes,
            .coordinates = {{"rotation_a", "angle_a"}, {"rotation_b", "angle_b"}},
            .leaves = JointFreedom{JointFreedom::Turns::about_two}};
  }

  template <class T>
  static KOKKOS_FUNCTION Vec<4, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    return {{J.d[0], J.d[1], J.d[2], T(-1) * dot(axis_of(J.A, 0), axis_of(J.B, 1))}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<4, 6, T>& J_A, Mat<4, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    point_rows(J.A.p_WB - A.p_WB, J.B.p_WB - B.p_WB, J_A, J_B);
    rotation_row(3, cross(axis_of(J.A, 0), axis_of(J.B, 1)), J_A, J_B);
  }
};

}  // namespace orthant
