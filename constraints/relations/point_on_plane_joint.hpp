// Point on a plane: a point of body B stays on a plane of A, and B turns freely.
#pragma once
#include "orthant/constraints/relations/coordinates/axis_displacement.hpp"

namespace orthant {

/// With the axis z of A's joint frame and the displacement d between the frames' origins,
///   c = z_A . d     [m]
///   d/dt (e . d) = e . (v_B + w_B x r_B - v_A - w_A x (r_A + d))
struct PointOnPlaneJoint : DisplacementAlong<2> {
  static constexpr char const* name = "point_on_plane";
  static constexpr char const* about = "a point of one body stays on a plane of the other; 1 row";
  static constexpr int axes[] = {2};
  static constexpr bool world_axes = false;
  static JointType type() { return {.frames = Frames::axis, .forces = Through::point_of_b}; }
};

}  // namespace orthant
