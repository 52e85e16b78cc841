// Planar joint: a point of B stays in a plane of A, and B turns about the normal of the plane only.
#pragma once
#include "orthant/constraints/relations/aligned_axes.hpp"

namespace orthant {

/// z of the joint frame on A is the normal.
struct PlanarJoint : JointOf<OffsetFromPlane, AlignedAxes> {
  static constexpr char const* name = "planar";
  static constexpr char const* about = "moves in a plane and turns about its normal; 3 rows";
  static constexpr int axes[] = {2, 0, 1};
  static JointType type() {
    return {.frames = Frames::axis,
            .coordinates = {{"", "angle"}},
            .leaves = JointFreedom{JointFreedom::Turns::about_axis, {true, true, false}}};
  }
};

}  // namespace orthant
