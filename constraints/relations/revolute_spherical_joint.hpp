// Revolute and spherical: a massless link, with a hinge on body A and a ball on body B.
#pragma once
#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

/// With the hinge axis x of A's joint frame, the displacement d from the hinge on A to the ball on
/// B and its initial length L,
///   c_1 = x_A . d,   c_2 = |d| - L     [m]
///   d/dt (e . d) = e . (v_B + w_B x r_B - v_A - w_A x (r_A + d)),   e = x_A and d/|d|
struct RevoluteSphericalJoint {
  static constexpr char const* name = "revolute_spherical";
  static constexpr char const* about =
      "a massless link, hinged on one body, a ball on the other; 2 rows";
  static constexpr int rows = 2, position_rows = 2, linear_rows = 2;
  static constexpr int axes[] = {0, 2};
  static constexpr bool world_axes = false, has_line = true;  // the last row is along it
  using Item = JointItem;
  static JointType type() { return {.frames = Frames::link, .forces = Through::point_of_b}; }

  template <class T>
  static KOKKOS_FUNCTION Vec<2, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    return {{dot(axis_of(J.A, 0), J.d), norm(J.d) - T(item.length)}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<2, 6, T>& J_A, Mat<2, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    offset_row(0, axis_of(J.A, 0), J.B.p_WB, A, B, J_A, J_B);
    offset_row(1, unit(J.d), J.B.p_WB, A, B, J_A, J_B);  // d x d = 0, so d may be taken as fixed in
                                                         // A
  }
};

}  // namespace orthant
