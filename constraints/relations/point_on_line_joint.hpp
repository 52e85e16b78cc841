// Point on line: a point of B stays on a line of A, and B turns freely.
#pragma once
#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

/// With the axes x, y of A's joint frame and the displacement d between the frames' origins,
///   c_1 = x_A . d,   c_2 = y_A . d     [m]
///   d/dt (e . d) = e . (v_B + w_B x r_B - v_A - w_A x (r_A + d))
struct PointOnLineJoint {
  static constexpr char const* name = "point_on_line";
  static constexpr char const* about = "a point of one body stays on a line of the other; 2 rows";
  static constexpr int rows = 2, position_rows = 2, linear_rows = 2;
  static constexpr int axes[] = {0, 1};
  static constexpr bool world_axes = false;
  using Item = JointItem;
  static JointType type() {
    return {.frames = Frames::axis,
            .coordinates = {{"", "displacement"}},
            .forces = Through::point_of_b};
  }

  template <class T>
  static KOKKOS_FUNCTION Vec<2, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    return {{dot(axis_of(J.A, 0), J.d), dot(axis_of(J.A, 1), J.d)}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<2, 6, T>& J_A, Mat<2, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    for (int i = 0; i < 2; ++i) offset_row(i, axis_of(J.A, i), J.B.p_WB, A, B, J_A, J_B);
  }
};

}  // namespace orthant
