// Cylindrical joint: body B moves along an axis of A and turns about it.
#pragma once
#include "orthant/constraints/relations/aligned_axes.hpp"

namespace orthant {

/// With the axes x, y of A's joint frame and the displacement d between the frames' origins,
///   c_1 = x_A . d,   c_2 = y_A . d     [m]
///   d/dt (e . d) = e . (v_B + w_B x r_B - v_A - w_A x (r_A + d))
/// and the two rows of AlignedAxes. With a pitch the joint is a screw: a fifth row prescribes the
/// coordinate `advance` as zero.
struct CylindricalJoint {
  static constexpr char const* name = "cylindrical";
  static constexpr char const* about = "moves along an axis and turns about it; 4 rows";
  static constexpr int rows = 4, position_rows = 4, linear_rows = 2;
  static constexpr int axes[] = {0, 1, 0, 1};
  static constexpr bool world_axes = false;
  using Item = JointItem;
  static JointType type() {
    return {.frames = Frames::axis,
            .coordinates = {{"translation", "displacement"}, {"rotation", "angle"}},
            .thread = "advance",
            .leaves = JointFreedom{JointFreedom::Turns::about_axis, {false, false, true}}};
  }

  template <class T>
  static KOKKOS_FUNCTION Vec<4, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    auto const offset = rotate_back(J.A.q_WB, J.d);
    auto const rotation = AlignedAxes::gap(J);
    return {{offset[0], offset[1], rotation[0], rotation[1]}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<4, 6, T>& J_A, Mat<4, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    for (int i = 0; i < 2; ++i) offset_row(i, axis_of(J.A, i), J.B.p_WB, A, B, J_A, J_B);
    AlignedAxes::jacobian(2, J, J_A, J_B);
  }
};

}  // namespace orthant
