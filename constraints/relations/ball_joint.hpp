// Ball joint: a point of body A and a point of body B coincide.
#pragma once
#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

///   c(q) = (x_B + R_B p_B) - (x_A + R_A p_A)     [m], world axes; p: the joint's origin on each
///   dc/dt = v_B + w_B x R_B p_B - v_A - w_A x R_A p_A
struct BallJoint {
  static constexpr char const* name = "ball";
  static constexpr char const* about = "a point of each body coincide; 3 rows";
  static constexpr int rows = 3, position_rows = 3, linear_rows = 3;
  static constexpr int axes[] = {0, 1, 2};  // axis of each row
  static constexpr bool world_axes = true;  // whether the linear rows are in world axes
  using Item = JointItem;
  static JointType type() {
    return {.leaves = JointFreedom{JointFreedom::Turns::all}, .forces = Through::both_points};
  }

  template <class T>
  static KOKKOS_FUNCTION Vec<3, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    return at(B, constant<T>(item.X_BJ.p_WB)) - at(A, constant<T>(item.X_AJ.p_WB));
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<3, 6, T>& J_A, Mat<3, 6, T>& J_B) {
    point_rows(rotate(A.q_WB, constant<T>(item.X_AJ.p_WB)),
               rotate(B.q_WB, constant<T>(item.X_BJ.p_WB)), J_A, J_B);
  }
};

}  // namespace orthant
