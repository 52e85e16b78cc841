// Hinge: a ball joint whose bodies share one axis and turn about this axis only.
#pragma once
#include "orthant/constraints/relations/aligned_axes.hpp"

namespace orthant {

/// B turns about z of the joint frame on A.
struct HingeJoint : JointOf<SameOrigin, AlignedAxes> {
  static constexpr char const* name = "hinge";
  static constexpr char const* about = "a point and an axis of each body coincide; 5 rows";
  static constexpr int axes[] = {0, 1, 2, 0, 1};
  static JointType type() {
    return {.frames = Frames::axis,
            .coordinates = {{"", "angle"}},
            .leaves = JointFreedom{JointFreedom::Turns::about_axis}};
  }
};

}  // namespace orthant
