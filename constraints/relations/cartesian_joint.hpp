// Cartesian joint: body B moves anywhere and does not turn against A, as on three slides at right
// angles.
#pragma once
#include "orthant/constraints/relations/aligned_axes.hpp"

namespace orthant {

/// B moves along x, y and z of the joint frame on A.
struct CartesianJoint : JointOf<AnyOffset, SameOrientation> {
  static constexpr char const* name = "cartesian";
  static constexpr char const* about = "moves without turning; 3 rows";
  static constexpr int axes[] = {0, 1, 2};
  static JointType type() {
    return {.frames = Frames::two_axes,
            .coordinates = {{"translation_x", "displacement_x"},
                            {"translation_y", "displacement_y"},
                            {"translation_z", "displacement"}},
            .leaves = JointFreedom{.slides = {true, true, true}}};
  }
};

}  // namespace orthant
