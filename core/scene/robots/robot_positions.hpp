// Coordinates of a robot's joints at the start, and the poses of its links that follow.
#pragma once
#include <map>

#include "orthant/core/robots/detail/robot.hpp"

namespace orthant {

/// The numbers of a joint: none if fixed or floating, 1 of a hinge, slider or screw (its angle), 2
/// of a cylindrical (along, about), universal or cross-slide joint, x, y and z of a cartesian one,
/// x, y and angle of a planar one, a unit quaternion (w, x, y, z) of a ball, three angles of a
/// gimbal.
int position_count(RobotJointType type);

/// The coordinates along which a joint's laws act, as places in its numbers.
std::vector<int> places_of_axes(RobotJointType type);

/// The numbers of the coordinates that have laws, `RobotJoint::axes`, from those of the joint.
std::vector<Real> axis_values(RobotJoint const& joint, std::vector<Real> const& q);

/// A coordinate by its name, that of the joint where it has one: a joint, and the number of its
/// axis.
struct NamedAxis {
  std::string name;
  int joint = 0, axis = 0;
};
std::vector<NamedAxis> named_axes(Robot const& robot);

/// The coordinate c of an axis from that of the file.
inline Real from_file(RobotAxis const& axis, Real q) { return axis.sign * (q - axis.shift); }

inline Real to_file(RobotAxis const& axis, Real c) { return axis.sign * c + axis.shift; }

/// The frame J of the child in that of the parent.
Pose<> joint_motion(RobotJoint const& joint, std::vector<Real> const& q);

/// The coordinates of all joints: those given by names of joints or axes, of coupled joints what
/// the couplings ask for, else those of the file, or the limit nearest to it. Throws Error, which
/// begins with `where`, for a value outside its limits or against a coupling.
std::vector<std::vector<Real>> start_positions(
    Robot const& robot, std::map<std::string, std::vector<Real>> const& given,
    std::string const& where);

/// The number of the joint above each link, -1 of a root. Joints that close loops are none. Throws
/// Error if a link has two.
std::vector<int> joints_above(Robot const& robot);

/// The uppermost link of the tree in which each link is, -1 of one that stands. What stands is in
/// no tree: what moves in it on joints of its own are trees apart.
std::vector<int> tree_tops(Robot const& robot, std::vector<bool> const& stands);

/// The poses of all links. `X_WR`: of the robot's own frame in the world. Throws Error for joints
/// in a circle.
std::vector<Pose<>> link_poses(Robot const& robot, std::vector<std::vector<Real>> const& q,
                               Pose<> const& X_WR);

/// A frame of a link, or of the model itself, in the world.
inline Pose<> joint_frame(int link, Pose<> const& X_LJ, std::vector<Pose<>> const& poses,
                          Pose<> const& X_WR) {
  return (link < 0 ? X_WR : poses[nth(link)]) * X_LJ;
}

/// sum f(g) of a coupling at these coordinates, less its offset; without its first term if asked.
Real coupling_error(Robot const& robot, RobotCoupling const& coupling,
                    std::vector<std::vector<Real>> const& q, bool without_first = false);

inline Pose<> inverse(Pose<> const& X) { return {-rotate_back(X.q_WB, X.p_WB), conjugate(X.q_WB)}; }

}  // namespace orthant
