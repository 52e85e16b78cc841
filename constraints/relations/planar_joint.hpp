// Planar joint: a point of B stays in a plane of A, and B turns about the normal of the plane only.
#pragma once
#include "orthant/constraints/relations/aligned_axes.hpp"

namespace orthant {

/// With the axis z of A's joint frame and the displacement d between the frames' origins,
///   c_1 = z_A . d     [m];   d/dt (e . d) = e . (v_B + w_B x r_B - v_A - w_A x (r_A + d))
/// and the two rows of AlignedAxes.
struct PlanarJoint {
  static constexpr char const* name = "planar";
  static constexpr char const* about = "moves in a plane and turns about its normal; 3 rows";
  static constexpr int rows = 3, position_rows = 3, linear_rows = 1;
  static constexpr int axes[] = {2, 0, 1};
  static constexpr bool world_axes = false;
  using Item = JointItem;
  static JointType type() {
    return {.frames = Frames::axis,
            .coordinates = {{"", "angle"}},
            .leaves = JointFreedom{JointFreedom::Turns::about_axis, {true, true, false}}};
  }

  template <class T>
  static KOKKOS_FUNCTION Vec<3, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    auto const rotation = AlignedAxes::gap(J);
    return {{dot(axis_of(J.A, 2), J.d), rotation[0], rotation[1]}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<3, 6, T>& J_A, Mat<3, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    offset_row(0, axis_of(J.A, 2), J.B.p_WB, A, B, J_A, J_B);
    AlignedAxes::jacobian(1, J, J_A, J_B);
  }
};

}  // namespace orthant
