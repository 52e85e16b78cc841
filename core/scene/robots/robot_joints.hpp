// Joints, couplings and motors of a robot.
#pragma once
#include "orthant/core/scene/robots/link_groups.hpp"
#include "orthant/core/scene/robots/robot_parts.hpp"

namespace orthant {

/// What a joint of this type leaves free.
JointFreedom freedom_of(RobotJointType type);

/// A robot at its start.
struct PlacedRobot {
  Robot const& robot;
  RobotSettings const& settings;
  LinkGroups const& groups;
  std::vector<std::vector<Real>> const& q;  // the numbers of each joint
  std::vector<Pose<>> const& poses;         // of the links
  std::string path;                         // of the assembly
};

/// Takes out couplings that a joint of Orthant cannot be, and adds them to `lacks`.
void drop_couplings(Robot& robot, LinkGroups const& groups, std::vector<Unsupported>& lacks);

/// Adds joints, whose coordinates are 0 where they are in the file. `to` has the bodies.
void add_joints(PlacedRobot const& placed, RobotParts& to);

}  // namespace orthant
