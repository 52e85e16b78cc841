// Cross slide: body B moves in a plane of A and does not turn against A, as on two slides at right
// angles.
#pragma once
#include "orthant/constraints/relations/aligned_axes.hpp"

namespace orthant {

/// B moves along x and y of the joint frame on A.
struct CrossSlideJoint : JointOf<OffsetFromPlane, SameOrientation> {
  static constexpr char const* name = "cross_slide";
  static constexpr char const* about = "moves in a plane without turning; 4 rows";
  static constexpr int axes[] = {2, 0, 1, 2};
  static JointType type() {
    return {
        .frames = Frames::two_axes,
        .coordinates = {{"translation_x", "displacement_x"}, {"translation_y", "displacement_y"}},
        .leaves = JointFreedom{.slides = {true, true, false}}};
  }
};

}  // namespace orthant
