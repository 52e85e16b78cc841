// A coordinate of a joint: the rotation angle of B about the joint axis.
#pragma once
#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

/// With the quaternion (s, v) of B's joint frame in A's,
///   c = 2 atan2(v_z, s)     [rad], up to whole turns: the twist about z without the swing
///   dc/dt = w_z + (w_x (s v_y + v_z v_x) + w_y (v_z v_y - s v_x)) / (s^2 + v_z^2)
/// with w = w_B - w_A in the axes of A's joint frame; it is w_z if the axes are parallel.
/// Undefined if z_A = -z_B.
struct TwistAngle : AngleCoordinate {
  static constexpr char const* name = "angle";
  static constexpr char const* about = "angle about the joint's axis, counted over turns [rad]";

  template <class T>
  static KOKKOS_FUNCTION Vec<1, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    auto const q = conjugate(J.A.q_WB) * J.B.q_WB;
    return {{T(2) * atan2(q.z, q.w)}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<1, 6, T>& J_A, Mat<1, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    auto const q = conjugate(J.A.q_WB) * J.B.q_WB;
    T const n = q.w * q.w + q.z * q.z;
    Vec<3, T> const w{{(q.w * q.y + q.z * q.x) / n, (q.z * q.y - q.w * q.x) / n, T(1)}};
    rotation_row(0, rotate(J.A.q_WB, w), J_A, J_B);
  }
};

}  // namespace orthant
