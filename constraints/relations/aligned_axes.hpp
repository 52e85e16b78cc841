// The parts of which joints are made: a point or a displacement held, and axes of both bodies.
#pragma once
#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

/// Three rows in world axes: the origins of the joint's frames coincide.
///   c = d     [m], the displacement between them
///   dc/dt = v_B + w_B x r_B - v_A - w_A x r_A
struct SameOrigin {
  static constexpr int rows = 3;
  static constexpr bool world_axes = true;

  template <class T>
  static KOKKOS_FUNCTION Vec<3, T> gap(JointFrames<T> const& J) {
    return J.d;
  }
  template <int R, class T>
  static KOKKOS_FUNCTION void jacobian(JointFrames<T> const& J, Pose<T> const& A, Pose<T> const& B,
                                       Mat<R, 6, T>& J_A, Mat<R, 6, T>& J_B) {
    point_rows(J.A.p_WB - A.p_WB, J.B.p_WB - B.p_WB, J_A, J_B);
  }
};

/// Rows along the first axes e of A's joint frame, with the displacement d between the frames'
/// origins:
///   c = e . d     [m];   d/dt (e . d) = e . (v_B + w_B x r_B - v_A - w_A x (r_A + d))
template <int n>
struct OffsetAlong {
  static constexpr int rows = n;
  static constexpr bool world_axes = false;

  template <class T>
  static KOKKOS_FUNCTION Vec<3, T> gap(JointFrames<T> const& J) {
    return rotate_back(J.A.q_WB, J.d);
  }
  template <int R, class T>
  static KOKKOS_FUNCTION void jacobian(JointFrames<T> const& J, Pose<T> const& A, Pose<T> const& B,
                                       Mat<R, 6, T>& J_A, Mat<R, 6, T>& J_B) {
    for (int i = 0; i < n; ++i) offset_row(i, axis_of(J.A, i), J.B.p_WB, A, B, J_A, J_B);
  }
};

/// Such a row along the axis z.
struct OffsetFromPlane {
  static constexpr int rows = 1;
  static constexpr bool world_axes = false;

  template <class T>
  static KOKKOS_FUNCTION Vec<1, T> gap(JointFrames<T> const& J) {
    return {{dot(axis_of(J.A, 2), J.d)}};
  }
  template <int R, class T>
  static KOKKOS_FUNCTION void jacobian(JointFrames<T> const& J, Pose<T> const& A, Pose<T> const& B,
                                       Mat<R, 6, T>& J_A, Mat<R, 6, T>& J_B) {
    offset_row(0, axis_of(J.A, 2), J.B.p_WB, A, B, J_A, J_B);
  }
};

/// No rows: any displacement.
struct AnyOffset {
  static constexpr int rows = 0;
  static constexpr bool world_axes = false;

  template <class T>
  static KOKKOS_FUNCTION Vec<1, T> gap(JointFrames<T> const&) {
    return {};
  }
  template <int R, class T>
  static KOKKOS_FUNCTION void jacobian(JointFrames<T> const&, Pose<T> const&, Pose<T> const&,
                                       Mat<R, 6, T>&, Mat<R, 6, T>&) {}
};

/// Two rows, with the joint's axes x, y, z on each body:
///   c_1 = -y_A . z_B,   c_2 = x_A . z_B     [rad] the small angles about x and y of B against A
///   d/dt (p_A . z_B) = (w_B - w_A) . (z_B x p_A)
/// Zero if z_A = +-z_B; every motion between the two roots passes |c| = 1.
struct AlignedAxes {
  static constexpr int rows = 2;

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
  static constexpr int rows = 3;
  static constexpr bool orients = true;

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

/// A joint with the rows of a part in metres, then those of a part in radians.
template <class Place, class Turn>
struct JointOf : Turn {
  static constexpr int linear_rows = Place::rows;
  static constexpr int rows = linear_rows + Turn::rows, position_rows = rows;
  static constexpr bool world_axes = Place::world_axes;
  using Item = JointItem;

  template <class T>
  static KOKKOS_FUNCTION Vec<rows, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    auto const offset = Place::gap(J);
    auto const rotation = Turn::gap(J);
    Vec<rows, T> c;
    for (int i = 0; i < linear_rows; ++i) c[i] = offset[i];
    for (int i = linear_rows; i < rows; ++i) c[i] = rotation[i - linear_rows];
    return c;
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<rows, 6, T>& J_A, Mat<rows, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    Place::jacobian(J, A, B, J_A, J_B);
    Turn::jacobian(linear_rows, J, J_A, J_B);
  }
};

}  // namespace orthant
