// Slider (prismatic joint): body B moves along an axis of A and does not turn against A.
#pragma once
#include "orthant/constraints/relations/aligned_axes.hpp"

namespace orthant {

/// B moves along z of the joint frame on A.
struct SliderJoint : JointOf<OffsetAlong<2>, SameOrientation> {
  static constexpr char const* name = "slider";
  static constexpr char const* about = "moves along an axis without turning; 5 rows";
  static constexpr int axes[] = {0, 1, 0, 1, 2};
  static JointType type() {
    return {.frames = Frames::axis,
            .coordinates = {{"", "displacement"}},
            .leaves = JointFreedom{.slides = {false, false, true}}};
  }
};

}  // namespace orthant
