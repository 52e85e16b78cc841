// Hinge: a ball joint whose bodies share one axis, and turn about it only.
#pragma once
#include "constraints/relations/joint_item.hpp"

namespace orthant {

/// The first three rows are those of the ball joint. With the joint's axes s, t and its hinge axis
/// z on each body,
///   c_4 = s_A . z_B,   c_5 = t_A . z_B     [rad] for small angles; zero where z_A = z_B
///   d/dt (s_A . z_B) = (w_B - w_A) . (z_B x s_A)
struct HingeJoint {
  static constexpr char const* name = "hinge";
  static constexpr char const* about = "a point and an axis of each body coincide; 5 rows";
  static constexpr int rows = 5, position_rows = 5, linear_rows = 3;
  static constexpr bool has_axis = true;
  using Item = JointItem;

  template <class T>
  static KOKKOS_FUNCTION Vec<3, T> axis(Quat<T> const& q_WB, Quat<> const& q_BJ, int i) {
    Vec3 e;
    e[i] = 1;
    return rotate(q_WB, constant<T>(rotate(q_BJ, e)));
  }

  template <class T>
  static KOKKOS_FUNCTION Vec<5, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    auto const d = at(B, constant<T>(item.X_BJ.p_WB)) - at(A, constant<T>(item.X_AJ.p_WB));
    auto const z = axis(B.q_WB, item.X_BJ.q_WB, 2);
    return {{d[0], d[1], d[2], dot(axis(A.q_WB, item.X_AJ.q_WB, 0), z),
             dot(axis(A.q_WB, item.X_AJ.q_WB, 1), z)}};
  }

  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<> const& A, Pose<> const& B,
                                       Mat<5, 6>& J_A, Mat<5, 6>& J_B) {
    point_rows(rotate(A.q_WB, item.X_AJ.p_WB), rotate(B.q_WB, item.X_BJ.p_WB), J_A, J_B);
    Vec3 const z = axis(B.q_WB, item.X_BJ.q_WB, 2);
    for (int i = 0; i < 2; ++i) {
      Vec3 const turn = cross(z, axis(A.q_WB, item.X_AJ.q_WB, i));
      for (int k = 0; k < 3; ++k) {
        J_A[3 + i][3 + k] = -turn[k];
        J_B[3 + i][3 + k] = turn[k];
      }
    }
  }
};

}  // namespace orthant
