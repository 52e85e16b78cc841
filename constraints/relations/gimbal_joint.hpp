// Gimbal joint: a ball joint with three angles, for laws along each.
#pragma once
#include "orthant/constraints/relations/ball_joint.hpp"

namespace orthant {

/// The rows of the ball joint: three hinges through a point, whose rings have no mass. The rotation
/// of B's joint frame against A's is R = R_x(alpha) R_y(beta) R_z(gamma).
struct GimbalJoint : BallJoint {
  static constexpr char const* name = "gimbal";
  static constexpr char const* about = "a ball joint with three angles; 3 rows";
  static JointType type() {
    return {.frames = Frames::two_axes,
            .coordinates = {{"rotation_x", "angle_x"},
                            {"rotation_y", "angle_y"},
                            {"rotation_z", "angle_z"}},
            .leaves = JointFreedom{JointFreedom::Turns::all}};
  }
};

}  // namespace orthant
