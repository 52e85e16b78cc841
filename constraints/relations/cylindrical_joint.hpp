// Cylindrical joint: body B moves along an axis of A and turns about it.
#pragma once
#include "orthant/constraints/relations/aligned_axes.hpp"

namespace orthant {

/// With a pitch the joint is a screw: a fifth row prescribes the coordinate `advance` as zero.
struct CylindricalJoint : JointOf<OffsetAlong<2>, AlignedAxes> {
  static constexpr char const* name = "cylindrical";
  static constexpr char const* about = "moves along an axis and turns about it; 4 rows";
  static constexpr int axes[] = {0, 1, 0, 1};
  static JointType type() {
    return {.frames = Frames::axis,
            .coordinates = {{"translation", "displacement"}, {"rotation", "angle"}},
            .thread = "advance",
            .leaves = JointFreedom{JointFreedom::Turns::about_axis, {false, false, true}}};
  }
};

}  // namespace orthant
