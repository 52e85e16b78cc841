// Coordinates of joints: the displacement of B along an axis of the joint frame.
#pragma once
#include "orthant/constraints/relations/items/detail/joint_item.hpp"

namespace orthant {

/// With an axis e of A's joint frame and the displacement d between the frames' origins,
///   c = e . d     [m];   d/dt (e . d) = e . (v_B + w_B x r_B - v_A - w_A x (r_A + d))
template <int axis>
struct DisplacementAlong : LengthCoordinate {
  template <class T>
  static KOKKOS_FUNCTION Vec<1, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    return {{dot(axis_of(J.A, axis), J.d)}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<1, 6, T>& J_A, Mat<1, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    offset_row(0, axis_of(J.A, axis), J.B.p_WB, A, B, J_A, J_B);
  }
};

/// Along z, the axis of a joint.
struct AxisDisplacement : DisplacementAlong<2> {
  static constexpr char const* name = "displacement";
  static constexpr char const* about = "displacement along the joint's axis [m]";
};
/// Along x of a cross slide or a cartesian joint.
struct DisplacementX : DisplacementAlong<0> {
  static constexpr char const* name = "displacement_x";
  static constexpr char const* about =
      "displacement of a cross slide or a cartesian joint along x of a [m]";
};
/// Along y of either.
struct DisplacementY : DisplacementAlong<1> {
  static constexpr char const* name = "displacement_y";
  static constexpr char const* about =
      "displacement of a cross slide or a cartesian joint along y of a [m]";
};

}  // namespace orthant
