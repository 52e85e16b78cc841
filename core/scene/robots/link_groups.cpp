// Finds the links that fixed joints hold together, and those that stand still.
#include "orthant/core/scene/robots/link_groups.hpp"

#include <algorithm>
#include <numeric>

#include "orthant/core/scene/robots/robot_positions.hpp"

namespace orthant {
namespace {

class Grouping {
 public:
  Grouping(Robot const& robot, RobotSettings const& settings)
      : robot_(robot), settings_(settings), above_(joints_above(robot)), root_(robot.links.size()) {
    std::iota(root_.begin(), root_.end(), 0);
  }

  LinkGroups run() {
    auto const still = standing();
    LinkGroups out;
    out.dissolved.assign(robot_.joints.size(), false);
    for (std::size_t j = 0; j < robot_.joints.size(); ++j) {
      auto const& joint = robot_.joints[j];
      if (joint.type != RobotJointType::fixed || joint.loop) continue;
      out.dissolved[j] = still[at(joint.child)] || joint.parent < 0 || joins(joint);
      if (joint.parent >= 0 && joins(joint)) root_[at(top(joint.child))] = top(joint.parent);
    }
    std::vector<int> number(robot_.links.size(), -1);
    out.of.resize(robot_.links.size());
    for (int link : by_depth()) {
      int& k = number[at(top(link))];
      if (k < 0) {
        k = static_cast<int>(out.groups.size());
        out.groups.emplace_back();
      }
      out.of[at(link)] = k;
      out.groups[at(k)].links.push_back(link);
      if (still[at(link)]) out.groups[at(k)].still = true;
    }
    return out;
  }

 private:
  static std::size_t at(int k) { return static_cast<std::size_t>(k); }

  int top(int link) {
    while (root_[at(link)] != link) link = root_[at(link)] = root_[at(root_[at(link)])];
    return link;
  }
  bool joins(RobotJoint const& joint) const {
    return settings_.merge_fixed || robot_.links[at(joint.child)].mass == 0 ||
           robot_.links[at(joint.parent)].mass == 0;
  }
  int depth(int link) const {
    int out = 0;
    for (; above_[at(link)] >= 0; ++out) {
      link = robot_.joints[at(above_[at(link)])].parent;
      if (link < 0) break;
    }
    return out;
  }
  /// All links, those above others first, else in the order of the file.
  std::vector<int> by_depth() const {
    std::vector<int> order(robot_.links.size()), depths;
    std::iota(order.begin(), order.end(), 0);
    depths.reserve(order.size());
    for (int const link : order) depths.push_back(depth(link));
    std::ranges::stable_sort(order, {}, [&](int link) { return depths[at(link)]; });
    return order;
  }
  /// Whether each link stands still: a root that does, and what is fixed to it.
  std::vector<bool> standing() const {
    using Base = RobotSettings::Base;
    std::vector<bool> out(robot_.links.size(), false);
    for (int const link : by_depth()) {
      int const j = above_[at(link)];
      auto const* joint = j < 0 ? nullptr : &robot_.joints[at(j)];
      bool const fixed = joint && joint->type == RobotJointType::fixed;
      if (joint && joint->parent >= 0) {
        out[at(link)] = robot_.links[at(link)].fixed || (fixed && out[at(joint->parent)]);
        continue;
      }
      bool const free = !joint || joint->type == RobotJointType::floating;
      bool const in_file = robot_.links[at(link)].fixed || fixed;
      out[at(link)] = settings_.base == Base::as_in_file ? in_file
                      : free || fixed                    ? settings_.base == Base::fixed
                                                         : false;
    }
    return out;
  }

  Robot const& robot_;
  RobotSettings const& settings_;
  std::vector<int> above_;
  std::vector<int> root_;
};

}  // namespace

LinkGroups group_links(Robot const& robot, RobotSettings const& settings) {
  return Grouping(robot, settings).run();
}

}  // namespace orthant
