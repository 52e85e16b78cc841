// Forward kinematics of a robot.
#include "orthant/core/scene/robots/robot_positions.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "orthant/core/config/error.hpp"
#include "orthant/core/math/pose.hpp"
#include "orthant/core/robots/model_files.hpp"

namespace orthant {
namespace {

using Given = std::map<std::string, std::vector<Real>>;

bool is_pinned(RobotCoupling const& coupling, Given const& given, Robot const& robot) {
  auto const& first = coupling.terms.front();
  auto const& joint = robot.joints[nth(first.joint)];
  bool const by_axis =
      nth(first.axis) < joint.axes.size() && given.contains(joint.axes[nth(first.axis)].name);
  return by_axis || given.contains(joint.name);
}

/// The numbers of a joint at the start, without couplings.
std::vector<Real> start_of(RobotJoint const& joint, Given const& given) {
  std::vector<Real> q(nth(position_count(joint.type)), 0);
  if (joint.type == RobotJointType::ball) q[0] = 1;
  if (auto const found = given.find(joint.name); found != given.end()) q = found->second;
  auto const places = places_of_axes(joint.type);
  for (std::size_t k = 0; k < std::min(places.size(), joint.axes.size()); ++k) {
    auto const& axis = joint.axes[k];
    Real& c = q[nth(places[k])];
    auto const found = axis.name.empty() ? given.end() : given.find(axis.name);
    if (found != given.end())
      c = from_file(axis, found->second.front());
    else if (given.contains(joint.name))
      c = from_file(axis, c);
    else
      c = std::clamp(axis.start, axis.lower, axis.upper);
  }
  return q;
}

void require_limits(Robot const& robot, std::size_t j, std::vector<Real> const& q,
                    Given const& given, std::string const& where) {
  auto const& joint = robot.joints[j];
  auto const values = axis_values(joint, q);
  for (std::size_t k = 0; k < std::min(values.size(), joint.axes.size()); ++k) {
    auto const& axis = joint.axes[k];
    Real const slack = 1e-9 * (1 + std::abs(values[k]));
    if (values[k] >= axis.lower - slack && values[k] <= axis.upper + slack) continue;
    std::string const limits = "its limits, " + text(axis.lower) + " to " + text(axis.upper) +
                               ", of " + orthant::where(joint.spot);
    for (auto const& coupling : robot.couplings) {
      auto const& first = coupling.terms.front();
      if (coupling.held && nth(first.joint) == j && nth(first.axis) == k &&
          !is_pinned(coupling, given, robot))
        refuse(orthant::where(coupling.spot),
               "a coupling that puts the joint \"" + joint.name + "\" at " + text(values[k]) +
                   ", outside " + limits,
               "a start within them, by the offset or by positions of the other joints");
    }
    refuse(where + "/" + joint.name, text(values[k]), "a position within " + limits);
  }
}

}  // namespace

std::vector<int> places_of_axes(RobotJointType type) {
  switch (type) {
    case RobotJointType::hinge:
    case RobotJointType::slider:
    case RobotJointType::screw:
    case RobotJointType::strut:
      return {0};
    case RobotJointType::cylindrical:
    case RobotJointType::universal:
    case RobotJointType::cross_slide:
      return {0, 1};
    case RobotJointType::gimbal:
    case RobotJointType::cartesian:
      return {0, 1, 2};
    case RobotJointType::planar:
      return {2};
    default:
      return {};
  }
}

int position_count(RobotJointType type) {
  switch (type) {
    case RobotJointType::ball:
      return 4;
    case RobotJointType::planar:
      return 3;
    case RobotJointType::fixed:
    case RobotJointType::floating:
      return 0;
    default:
      return static_cast<int>(places_of_axes(type).size());
  }
}

std::vector<Real> axis_values(RobotJoint const& joint, std::vector<Real> const& q) {
  std::vector<Real> out;
  for (int const place : places_of_axes(joint.type)) out.push_back(q[nth(place)]);
  return out;
}

std::vector<NamedAxis> named_axes(Robot const& robot) {
  std::vector<NamedAxis> out;
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    auto const& joint = robot.joints[j];
    std::size_t const count = places_of_axes(joint.type).size();
    for (std::size_t k = 0; k < count; ++k) {
      std::string const own = k < joint.axes.size() ? joint.axes[k].name : "";
      if (own.empty() && count > 1) continue;
      out.push_back({own.empty() ? joint.name : own, static_cast<int>(j), static_cast<int>(k)});
    }
  }
  return out;
}

Pose<> joint_motion(RobotJoint const& joint, std::vector<Real> const& q) {
  Vec3 const x{{1, 0, 0}}, y{{0, 1, 0}}, z{{0, 0, 1}};
  switch (joint.type) {
    case RobotJointType::hinge:
      return {{}, rotation_about(z, q[0])};
    case RobotJointType::slider:
      return {q[0] * z, {}};
    case RobotJointType::screw:
      return {q[0] * joint.pitch / (2 * std::numbers::pi) * z, rotation_about(z, q[0])};
    case RobotJointType::cylindrical:
      return {q[0] * z, rotation_about(z, q[1])};
    case RobotJointType::universal:
      return {{}, rotation_about(x, q[0]) * rotation_about(y, q[1])};
    case RobotJointType::gimbal:
      return {{}, rotation_about(x, q[0]) * rotation_about(y, q[1]) * rotation_about(z, q[2])};
    case RobotJointType::cross_slide:
      return {{{q[0], q[1], 0}}, {}};
    case RobotJointType::cartesian:
      return {{{q[0], q[1], q[2]}}, {}};
    case RobotJointType::planar:
      return {{{q[0], q[1], 0}}, rotation_about(z, q[2])};
    case RobotJointType::ball:
      return {{}, normalised(Quat<>{q[0], q[1], q[2], q[3]})};
    default:
      return {};
  }
}

Real coupling_error(Robot const& robot, RobotCoupling const& coupling,
                    std::vector<std::vector<Real>> const& q, bool without_first) {
  Real sum = -coupling.offset;
  for (std::size_t k = without_first ? 1 : 0; k < coupling.terms.size(); ++k) {
    auto const& term = coupling.terms[k];
    Real const g = axis_values(robot.joints[nth(term.joint)], q[nth(term.joint)])[nth(term.axis)];
    if (term.polynomial.empty()) sum += term.ratio * g;
    Real power = 1;
    for (Real const c : term.polynomial) {
      sum += c * power;
      power *= g;
    }
  }
  return sum;
}

std::vector<std::vector<Real>> start_positions(
    Robot const& robot, std::map<std::string, std::vector<Real>> const& given,
    std::string const& where) {
  std::vector<std::vector<Real>> out;
  for (auto const& joint : robot.joints) out.push_back(start_of(joint, given));
  // A coupled joint may follow one that is coupled itself.
  for (std::size_t pass = 0; pass < robot.couplings.size(); ++pass)
    for (auto const& coupling : robot.couplings) {
      auto const& first = coupling.terms.front();
      if (!coupling.held || is_pinned(coupling, given, robot) || !first.polynomial.empty())
        continue;
      auto const place = places_of_axes(robot.joints[nth(first.joint)].type)[nth(first.axis)];
      out[nth(first.joint)][nth(place)] = -coupling_error(robot, coupling, out, true) / first.ratio;
    }
  for (auto const& coupling : robot.couplings) {
    Real const error = coupling.held ? coupling_error(robot, coupling, out) : 0;
    if (std::abs(error) <= 1e-9) continue;
    if (!is_pinned(coupling, given, robot))
      refuse(orthant::where(coupling.spot), "a start that misses this coupling by " + text(error),
             "\"joint_positions\" that it holds at");
    refuse(where + "/" + robot.joints[nth(coupling.terms.front().joint)].name,
           "a position that misses its coupling at " + orthant::where(coupling.spot) + " by " +
               text(error),
           "no position of this joint: the others give it");
  }
  for (std::size_t j = 0; j < robot.joints.size(); ++j)
    require_limits(robot, j, out[j], given, where);
  return out;
}

std::vector<int> joints_above(Robot const& robot) {
  std::vector<int> out(robot.links.size(), -1);
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    auto const& joint = robot.joints[j];
    if (joint.loop) continue;
    int& above = out[nth(joint.child)];
    if (above >= 0)
      refuse(where(joint.spot),
             "a second joint above \"" + robot.links[nth(joint.child)].name + "\", beside " +
                 where(robot.joints[nth(above)].spot),
             "one joint above each link");
    above = static_cast<int>(j);
  }
  return out;
}

std::vector<int> tree_tops(Robot const& robot, std::vector<bool> const& stands) {
  auto const above = joints_above(robot);
  std::vector<int> out(robot.links.size(), -1);
  for (std::size_t k = 0; k < out.size(); ++k)
    for (int next = static_cast<int>(k); next >= 0 && !stands[nth(next)];) {
      int const top = out[k] = next;
      auto const* const joint = above[nth(top)] < 0 ? nullptr : &robot.joints[nth(above[nth(top)])];
      bool const floats = joint && joint->type == RobotJointType::floating;
      next = floats                        ? -1
             : joint && joint->parent >= 0 ? joint->parent
                                           : robot.links[nth(top)].within;
    }
  return out;
}

std::vector<Pose<>> link_poses(Robot const& robot, std::vector<std::vector<Real>> const& q,
                               Pose<> const& X_WR) {
  auto const above = joints_above(robot);
  std::vector<Pose<>> out(robot.links.size(), X_WR);
  std::vector<bool> known(robot.links.size(), false);
  for (std::size_t start = 0; start < robot.links.size(); ++start) {
    std::vector<int> chain;  // from the link up to one that is known
    for (int link = static_cast<int>(start); link >= 0 && !known[nth(link)];
         link = above[nth(link)] < 0 ? -1 : robot.joints[nth(above[nth(link)])].parent) {
      chain.push_back(link);
      if (chain.size() > robot.links.size())
        refuse(where(robot.links[start].spot), "a link above itself", "joints that form a tree");
    }
    std::ranges::reverse(chain);
    for (int const link : chain) {
      known[nth(link)] = true;
      if (above[nth(link)] < 0) continue;
      auto const& joint = robot.joints[nth(above[nth(link)])];
      auto const& X_WP = joint.parent < 0 ? X_WR : out[nth(joint.parent)];
      auto X =
          X_WP * joint.X_PJ * joint_motion(joint, q[nth(above[nth(link)])]) * inverse(joint.X_CJ);
      X.q_WB = normalised(X.q_WB);
      out[nth(link)] = X;
    }
  }
  return out;
}

}  // namespace orthant
