// The frames of a joint on its bodies, from points and directions of the world.
#pragma once
#include "core/scene/scene.hpp"

namespace orthant {

/// A frame of the world as a body has it.
Pose<> seen_by(Scene const& scene, int body, Pose<> const& X_WJ);

/// The joint is closed at a world point, its axis along a world direction.
void place_joint(Scene const& scene, JointSpec& joint, Vec3 const& point, Vec3 const& axis);

/// The same with x of the joint frame along `axis` and y along `axis_b`, at right angles to it.
void place_joint(Scene const& scene, JointSpec& joint, Vec3 const& point, Vec3 const& axis,
                 Vec3 const& axis_b);

/// Of two points, z from the one of A to that of B.
void place_points(Scene const& scene, JointSpec& joint, Vec3 const& point_a, Vec3 const& point_b);

/// Likewise, with x of the joint frame along an axis that is at right angles to z.
void place_link(Scene const& scene, JointSpec& joint, Vec3 const& point_a, Vec3 const& point_b,
                Vec3 const& axis);

/// Of two wheels, or of a rack's pitch line and its pinion: z of the joint frame along the axis, x
/// from the point of A to the centre on B.
void place_wheels(Scene const& scene, JointSpec& joint, Vec3 const& point_a, Vec3 const& point_b,
                  Vec3 const& axis);

}  // namespace orthant
