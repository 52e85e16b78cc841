// Links that are one body.
#pragma once
#include "orthant/core/robots/detail/robot.hpp"
#include "orthant/core/scene/robots/robot_settings.hpp"

namespace orthant {

/// Links that fixed joints hold together.
struct LinkGroup {
  std::vector<int> links;  // the uppermost first
  bool still = false;      // in the world
};

struct LinkGroups {
  std::vector<LinkGroup> groups;
  std::vector<int> of;          // the group of each link
  std::vector<bool> dissolved;  // of each joint: whether it is within a group or in the world
};

/// Without `merge_fixed` links without a mass are still part of what a fixed joint holds them to.
LinkGroups group_links(Robot const& robot, RobotSettings const& settings);

/// Whether each link stands still where the base does as `base` says: a root that does, and what is
/// fixed to it.
std::vector<bool> standing_links(Robot const& robot, RobotSettings::Base base);

}  // namespace orthant
