// Computes the frames of a joint on its bodies from points and directions of the world.
#pragma once
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// A frame of the world in the axes of a body.
Pose<> seen_by(Scene const& scene, int body, Pose<> const& X_WJ);

/// The gap up to which joint frames count as closed at the start, by round-off of poses.
inline constexpr Real largest_gap_of_closed_joints = 1e-9;

/// How far joint frames of A and of B in the world are from where they leave this motion: along the
/// axes of A [m], then of the vector part of the rotation, which is half of small angles.
Vec6 frame_offset(JointFreedom const& leaves, Pose<> const& A, Pose<> const& B);

/// The sum of the lengths of both.
Real frame_gap(JointFreedom const& leaves, Pose<> const& A, Pose<> const& B);

/// Places a joint closed at a point of the world, with its axis along a world direction.
void place_joint(Scene const& scene, JointSpec& joint, Vec3 const& point, Vec3 const& axis);

/// The same with x of the joint frame along `axis` and y along the perpendicular `axis_b`.
void place_joint(Scene const& scene, JointSpec& joint, Vec3 const& point, Vec3 const& axis,
                 Vec3 const& axis_b);

/// Places a joint of two points, with z from A's point to B's.
void place_points(Scene const& scene, JointSpec& joint, Vec3 const& point_a, Vec3 const& point_b);

/// The same, with x of the joint frame along an axis perpendicular to z.
void place_link(Scene const& scene, JointSpec& joint, Vec3 const& point_a, Vec3 const& point_b,
                Vec3 const& axis);

/// Places two wheels, or the pitch line of a rack and its pinion: z of the joint frame along the
/// axis, x from A's point to the centre on B.
void place_wheels(Scene const& scene, JointSpec& joint, Vec3 const& point_a, Vec3 const& point_b,
                  Vec3 const& axis);

}  // namespace orthant
