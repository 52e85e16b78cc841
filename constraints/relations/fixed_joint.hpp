// Fixed joint: two joint frames coincide. With compliance it is a bushing.
#pragma once
#include "orthant/constraints/relations/aligned_axes.hpp"

namespace orthant {

/// With the axes e_i of A's joint frame and the displacement d between the frames' origins,
///   c_i = e_i . d,   i = 1, 2, 3     [m]
///   d/dt (e . d) = e . (v_B + w_B x r_B - v_A - w_A x (r_A + d))
/// and the three rows of SameOrientation. All rows are in the joint frame of A.
struct FixedJoint {
  static constexpr char const* name = "fixed";
  static constexpr char const* about = "a frame of each body coincide; 6 rows";
  static constexpr int rows = 6, position_rows = 6, linear_rows = 3;
  static constexpr int axes[] = {0, 1, 2, 0, 1, 2};
  static constexpr bool world_axes = false;
  static constexpr bool orients = true;  // has SameOrientation
  using Item = JointItem;
  /// The axis only defines the frame of its matrices.
  static JointType type() {
    return {.frames = Frames::axis, .needs_axis = false, .leaves = JointFreedom{}};
  }

  template <class T>
  static KOKKOS_FUNCTION Vec<6, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    auto const offset = rotate_back(J.A.q_WB, J.d), rotation = SameOrientation::gap(J);
    return {{offset[0], offset[1], offset[2], rotation[0], rotation[1], rotation[2]}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<6, 6, T>& J_A, Mat<6, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    for (int i = 0; i < 3; ++i) offset_row(i, axis_of(J.A, i), J.B.p_WB, A, B, J_A, J_B);
    SameOrientation::jacobian(3, J, J_A, J_B);
  }
};

}  // namespace orthant
