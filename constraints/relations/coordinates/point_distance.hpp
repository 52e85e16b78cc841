// A coordinate of a joint: the distance of a point of A from a point of B.
#pragma once
#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

///   c = |d|     [m], d from the point of A to that of B; the points must not coincide
///   dc/dt = n . (v_B + w_B x r_B - v_A - w_A x r_A),   n = d / |d|
struct PointDistance : LengthCoordinate {
  static constexpr char const* name = "distance";
  static constexpr char const* about = "distance of two points [m]";

  template <class T>
  static KOKKOS_FUNCTION Vec<1, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    return {{norm(JointFrames<T>(item, A, B).d)}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<1, 6, T>& J_A, Mat<1, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    offset_row(0, unit(J.d), J.B.p_WB, A, B, J_A, J_B);  // n x d = 0, so n may be taken as fixed in
                                                         // A
  }
};

}  // namespace orthant
