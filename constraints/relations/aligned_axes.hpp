// Rows that several relations share: one axis of each body parallel, or all three.
#pragma once
#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

/// Two rows, with the joint's axes x, y, z on each body:
///   c_1 = -y_A . z_B,   c_2 = x_A . z_B     [rad] the small angles about x and y of B against A
///   d/dt (p_A . z_B) = (w_B - w_A) . (z_B x p_A)
/// Zero if z_A = +-z_B; every motion between the two roots passes |c| = 1.
struct AlignedAxes {
  template <class T>
  static KOKKOS_FUNCTION Vec<2, T> gap(JointFrames<T> const& J) {
    auto const z = axis_of(J.B, 2);
    return {{T(-1) * dot(axis_of(J.A, 1), z), dot(axis_of(J.A, 0), z)}};
  }
  template <int R, class T>
  static KOKKOS_FUNCTION void jacobian(int row, JointFrames<T> const& J, Mat<R, 6, T>& J_A,
                                       Mat<R, 6, T>& J_B) {
    auto const z = axis_of(J.B, 2);
    rotation_row(row, cross(axis_of(J.A, 1), z), J_A, J_B);
    rotation_row(row + 1, cross(z, axis_of(J.A, 0)), J_A, J_B);
  }
};

/// Three rows, with the quaternion q = (s, v) of B's joint frame in A's:
///   c = 2 v     [rad] the rotation vector of B against A, up to the third order of the angle
///   dc/dt = s w - v x w,   w = w_B - w_A in the axes of A's joint frame
/// |c| = 2 sin(angle / 2) grows up to half a turn. So the only root is the closed joint, where
/// dc/dt = w.
///
/// The sign of q is the one closer to that of the start of the step, which follows the motion from
/// s >= 0. A spring has the potential V = c.K c/2 = 2 v.K v, which is even in q: one smooth
/// function on rotations, for any K and beyond half a turn too. But a step combines c and J of its
/// start and of its end, and these need one sign.
struct SameOrientation {
  template <class T>
  static KOKKOS_FUNCTION Quat<T> relative(JointFrames<T> const& J) {
    auto const q = conjugate(J.A.q_WB) * J.B.q_WB;
    auto const& n = J.near;
    return q.w * T(n.w) + q.x * T(n.x) + q.y * T(n.y) + q.z * T(n.z) < T(0)
               ? Quat<T>{T(-1) * q.w, T(-1) * q.x, T(-1) * q.y, T(-1) * q.z}
               : q;
  }
  template <class T>
  static KOKKOS_FUNCTION Vec<3, T> gap(JointFrames<T> const& J) {
    auto const q = relative(J);
    return {{T(2) * q.x, T(2) * q.y, T(2) * q.z}};
  }
  template <int R, class T>
  static KOKKOS_FUNCTION void jacobian(int row, JointFrames<T> const& J, Mat<R, 6, T>& J_A,
                                       Mat<R, 6, T>& J_B) {
    auto const q = relative(J);
    Vec<3, T> const v{{q.x, q.y, q.z}};
    for (int i = 0; i < 3; ++i) {
      Vec<3, T> e;
      e[i] = T(1);
      rotation_row(row + i, rotate(J.A.q_WB, q.w * e - cross(e, v)), J_A, J_B);
    }
  }
};

}  // namespace orthant
