// Hinge: a ball joint whose bodies share one axis and turn about this axis only.
#pragma once
#include "orthant/constraints/relations/aligned_axes.hpp"

namespace orthant {

/// The first three rows are those of the ball joint, the other two those of AlignedAxes.
struct HingeJoint {
  static constexpr char const* name = "hinge";
  static constexpr char const* about = "a point and an axis of each body coincide; 5 rows";
  static constexpr int rows = 5, position_rows = 5, linear_rows = 3;
  static constexpr int axes[] = {0, 1, 2, 0, 1};
  static constexpr bool world_axes = true;
  using Item = JointItem;
  static JointType type() {
    return {.frames = Frames::axis,
            .coordinates = {{"", "angle"}},
            .leaves = JointFreedom{JointFreedom::Turns::about_axis}};
  }

  template <class T>
  static KOKKOS_FUNCTION Vec<5, T> gap(Item const& item, Pose<T> const& A, Pose<T> const& B) {
    JointFrames<T> const J(item, A, B);
    auto const rotation = AlignedAxes::gap(J);
    return {{J.d[0], J.d[1], J.d[2], rotation[0], rotation[1]}};
  }

  template <class T>
  static KOKKOS_FUNCTION void jacobian(Item const& item, Pose<T> const& A, Pose<T> const& B,
                                       Mat<5, 6, T>& J_A, Mat<5, 6, T>& J_B) {
    JointFrames<T> const J(item, A, B);
    point_rows(J.A.p_WB - A.p_WB, J.B.p_WB - B.p_WB, J_A, J_B);
    AlignedAxes::jacobian(3, J, J_A, J_B);
  }
};

}  // namespace orthant
