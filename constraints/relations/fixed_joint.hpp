// Fixed joint: two joint frames coincide. With compliance it is a bushing.
#pragma once
#include "orthant/constraints/relations/aligned_axes.hpp"

namespace orthant {

/// All rows are in the joint frame of A.
struct FixedJoint : JointOf<OffsetAlong<3>, SameOrientation> {
  static constexpr char const* name = "fixed";
  static constexpr char const* about = "a frame of each body coincide; 6 rows";
  static constexpr int axes[] = {0, 1, 2, 0, 1, 2};
  /// The axis only defines the frame of its matrices.
  static JointType type() {
    return {.frames = Frames::axis, .needs_axis = false, .leaves = JointFreedom{}};
  }
};

}  // namespace orthant
