// Slider (prismatic joint): body B moves along an axis of A and does not turn against A.
#pragma once
#include "orthant/constraints/relations/aligned_axes.hpp"

namespace orthant {

/// With the axes x, y of A's joint frame and the displacement d between the frames' origins,
///   c_1 = x_A . d,   c_2 = y_A . d     [m]
///   d/dt (e . d) = e . (v_B + w_B x r_B - v_A - w_A x (r_A + d))
/// and the three rows of SameOrientation.
struct SliderJoint {
  static constexpr char const* name = "slider";
  static constexpr char const* about = "moves along an axis without turning; 5 rows";
  static constexpr int rows = 5, position_rows = 5, linear_rows = 2;
  static constexpr int axes[] = {0, 1, 0, 1, 2};
  static constexpr bool world_axes = false;
  static constexpr bool orients = true;  // has SameOrientation
  using Item = JointItem;
  static JointType type() {
    return {.frames = Frames::axis,
            .coordinates = {{"", "displacement"}},
            .leaves = JointFreedom{.slides = {false, false, true}}};
  }

  template <class T>
  static KOKKOS_FUNCTION Vec<5, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    auto const offset = rotate_back(J.A.q_WB, J.d), rotation = SameOrientation::gap(J);
    return {{offset[0], offset[1], rotation[0], rotation[1], rotation[2]}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<5, 6, T>& J_A, Mat<5, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    for (int i = 0; i < 2; ++i) offset_row(i, axis_of(J.A, i), J.B.p_WB, A, B, J_A, J_B);
    SameOrientation::jacobian(2, J, J_A, J_B);
  }
};

}  // namespace orthant
