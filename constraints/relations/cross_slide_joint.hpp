// Cross slide: body B moves in a plane of A and does not turn against A, as on two slides at right
// angles.
#pragma once
#include "orthant/constraints/relations/aligned_axes.hpp"

namespace orthant {

/// With the axis z of A's joint frame and the displacement d between the frames' origins,
///   c_1 = z_A . d     [m];   d/dt (e . d) = e . (v_B + w_B x r_B - v_A - w_A x (r_A + d))
/// and the three rows of SameOrientation.
struct CrossSlideJoint {
  static constexpr char const* name = "cross_slide";
  static constexpr char const* about = "moves in a plane without turning; 4 rows";
  static constexpr int rows = 4, position_rows = 4, linear_rows = 1;
  static constexpr int axes[] = {2, 0, 1, 2};
  static constexpr bool world_axes = false;
  static constexpr bool orients = true;  // has SameOrientation
  using Item = JointItem;
  static JointType type() {
    return {
        .frames = Frames::two_axes,
        .coordinates = {{"translation_x", "displacement_x"}, {"translation_y", "displacement_y"}},
        .leaves = JointFreedom{.slides = {true, true, false}}};
  }

  template <class T>
  static KOKKOS_FUNCTION Vec<4, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    auto const rotation = SameOrientation::gap(J);
    return {{dot(axis_of(J.A, 2), J.d), rotation[0], rotation[1], rotation[2]}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<4, 6, T>& J_A, Mat<4, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    offset_row(0, axis_of(J.A, 2), J.B.p_WB, A, B, J_A, J_B);
    SameOrientation::jacobian(1, J, J_A, J_B);
  }
};

}  // namespace orthant
