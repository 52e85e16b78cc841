// Point on a plane: a point of body B stays on a plane of A, and B turns freely.
#pragma once
#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

/// With the axis z of A's joint frame and the displacement d between the frames' origins,
///   c = z_A . d     [m]
///   d/dt (e . d) = e . (v_B + w_B x r_B - v_A - w_A x (r_A + d))
struct PointOnPlaneJoint {
  static constexpr char const* name = "point_on_plane";
  static constexpr char const* about = "a point of one body stays on a plane of the other; 1 row";
  static constexpr int rows = 1, position_rows = 1, linear_rows = 1;
  static constexpr int axes[] = {2};
  static constexpr bool world_axes = false;
  using Item = JointItem;
  static JointType type() { return {.frames = Frames::axis, .forces = Through::point_of_b}; }

  template <class T>
  static KOKKOS_FUNCTION Vec<1, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    return {{dot(axis_of(J.A, 2), J.d)}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<1, 6, T>& J_A, Mat<1, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    offset_row(0, axis_of(J.A, 2), J.B.p_WB, A, B, J_A, J_B);
  }
};

}  // namespace orthant
