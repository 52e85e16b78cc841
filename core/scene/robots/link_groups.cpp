// Finds the links that fixed joints hold together, and those that stand still.
#include "orthant/core/scene/robots/link_groups.hpp"

#include <algorithm>
#include <numeric>

#include "orthant/core/scene/robots/robot_positions.hpp"

namespace orthant {
namespace {

int depth(Robot const& robot, std::vector<int> const& above, int link) {
  int out = 0;
  for (; above[nth(link)] >= 0; ++out) {
    link = robot.joints[nth(above[nth(link)])].parent;
    if (link < 0) break;
  }
  return out;
}

/// All links, those above others first, else in the order of the file.
std::vector<int> by_depth(Robot const& robot, std::vector<int> const& above) {
  std::vector<int> order(robot.links.size()), depths;
  std::iota(order.begin(), order.end(), 0);
  depths.reserve(order.size());
  for (int const link : order) depths.push_back(depth(robot, above, link));
  std::ranges::stable_sort(order, {}, [&](int link) { return depths[nth(link)]; });
  return order;
}

class Grouping {
 public:
  Grouping(Robot const& robot, RobotSettings const& settings)
      : robot_(robot), settings_(settings), root_(robot.links.size()) {
    std::iota(root_.begin(), root_.end(), 0);
  }

  LinkGroups run() {
    auto const still = standing_links(robot_, settings_.base);
    LinkGroups out;
    out.dissolved.assign(robot_.joints.size(), false);
    for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
      auto const& joint = robot_.joints[j];
      if (joint.type != RobotJointType::fixed || joint.loop) continue;
      out.dissolved[j] = still[nth(joint.child)] || joint.parent < 0 || joins(joint);
      if (joint.parent >= 0 && joins(joint)) root_[nth(top(joint.child))] = top(joint.parent);
    }
    std::vector<int> number(robot_.links.size(), -1);
    out.of.resize(robot_.links.size());
    for (int link : by_depth(robot_, joints_above(robot_))) {
      int& k = number[nth(top(link))];
      if (k < 0) {
        k = static_cast<int>(out.groups.size());
        out.groups.emplace_back();
      }
      out.of[nth(link)] = k;
      out.groups[nth(k)].links.push_back(link);
      if (still[nth(link)]) out.groups[nth(k)].still = true;
    }
    return out;
  }

 private:
  int top(int link) {
    while (root_[nth(link)] != link) link = root_[nth(link)] = root_[nth(root_[nth(link)])];
    return link;
  }
  bool joins(RobotJoint const& joint) const {
    return settings_.merge_fixed || robot_.links[nth(joint.child)].mass == 0 ||
           robot_.links[nth(joint.parent)].mass == 0;
  }
  Robot const& robot_;
  RobotSettings const& settings_;
  std::vector<int> root_;
};

}  // namespace

std::vector<bool> standing_links(Robot const& robot, RobotSettings::Base base) {
  using Base = RobotSettings::Base;
  auto const above = joints_above(robot);
  std::vector<bool> out(robot.links.size(), false);
  for (int const link : by_depth(robot, above)) {
    if (robot.links[nth(link)].kinematic) {
      out[nth(link)] = true;
      continue;
    }
    int const j = above[nth(link)];
    auto const* joint = j < 0 ? nullptr : &robot.joints[nth(j)];
    bool const fixed = joint && joint->type == RobotJointType::fixed;
    if (joint && joint->parent >= 0) {
      out[nth(link)] = robot.links[nth(link)].fixed || (fixed && out[nth(joint->parent)]);
      continue;
    }
    bool const free = !joint || joint->type == RobotJointType::floating;
    bool const in_file = robot.links[nth(link)].fixed || fixed;
    out[nth(link)] = base == Base::as_in_file ? in_file
                     : free || fixed          ? base == Base::fixed
                                              : false;
  }
  return out;
}

LinkGroups group_links(Robot const& robot, RobotSettings const& settings) {
  return Grouping(robot, settings).run();
}

}  // namespace orthant
