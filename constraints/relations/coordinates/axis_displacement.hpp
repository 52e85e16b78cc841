// A coordinate of a joint: the displacement of B along the joint axis.
#pragma once
#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

/// With the axis z of A's joint frame and the displacement d between the frames' origins,
///   c = z_A . d     [m];   d/dt (e . d) = e . (v_B + w_B x r_B - v_A - w_A x (r_A + d))
struct AxisDisplacement {
  static constexpr char const* name = "displacement";
  static constexpr char const* about = "displacement along the joint's axis [m]";
  static constexpr int rows = 1, position_rows = 1, linear_rows = 1;
  static constexpr Real period = 0;
  using Item = JointItem;

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
