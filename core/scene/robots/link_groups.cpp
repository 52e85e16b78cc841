// Finds the links that fixed joints hold together, and those that stand still.
#include "orthant/core/scene/robots/link_groups.hpp"

#include <algorithm>
#include <numeric>

#include "orthant/core/scene/robots/robot_positions.hpp"

namespace orthant {
namespace {

std::size_t as_index(int k) { return static_cast<std::size_t>(k); }

int depth(Robot const& robot, std::vector<int> const& above, int link) {
  int out = 0;
  for (; above[as_index(link)] >= 0; ++out) {
    link = robot.joints[as_index(above[as_index(link)])].parent;
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
  std::ranges::stable_sort(order, {}, [&](int link) { return depths[as_index(link)]; });
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
      out.dissolved[j] = still[as_index(joint.child)] || joint.parent < 0 || joins(joint);
      if (joint.parent >= 0 && joins(joint)) root_[as_index(top(joint.child))] = top(joint.parent);
    }
    std::vector<int> number(robot_.links.size(), -1);
    out.of.resize(robot_.links.size());
    for (int link : by_depth(robot_, joints_above(robot_))) {
      int& k = number[as_index(top(link))];
      if (k < 0) {
        k = static_cast<int>(out.groups.size());
        out.groups.emplace_back();
      }
      out.of[as_index(link)] = k;
      out.groups[as_index(k)].links.push_back(link);
      if (still[as_index(link)]) out.groups[as_index(k)].still = true;
    }
    return out;
  }

 private:
  int top(int link) {
    while (root_[as_index(link)] != link)
      link = root_[as_index(link)] = root_[as_index(root_[as_index(link)])];
    return link;
  }
  bool joins(RobotJoint const& joint) const {
    return settings_.merge_fixed || robot_.links[as_index(joint.child)].mass == 0 ||
           robot_.links[as_index(joint.parent)].mass == 0;
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
    int const j = above[as_index(link)];
    auto const* joint = j < 0 ? nullptr : &robot.joints[as_index(j)];
    bool const fixed = joint && joint->type == RobotJointType::fixed;
    if (joint && joint->parent >= 0) {
      out[as_index(link)] =
          robot.links[as_index(link)].fixed || (fixed && out[as_index(joint->parent)]);
      continue;
    }
    bool const free = !joint || joint->type == RobotJointType::floating;
    bool const in_file = robot.links[as_index(link)].fixed || fixed;
    out[as_index(link)] = base == Base::as_in_file ? in_file
                          : free || fixed          ? base == Base::fixed
                                                   : false;
  }
  return out;
}

LinkGroups group_links(Robot const& robot, RobotSettings const& settings) {
  return Grouping(robot, settings).run();
}

}  // namespace orthant
