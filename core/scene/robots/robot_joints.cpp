// Makes joints of a robot's joints, couplings and motors.
#include "orthant/core/scene/robots/robot_joints.hpp"

#include <algorithm>
#include <cmath>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/spelling.hpp"
#include "orthant/core/robots/model_files.hpp"
#include "orthant/core/scene/detail/place_joint.hpp"
#include "orthant/core/scene/robots/robot_positions.hpp"

namespace orthant {
namespace {

std::size_t nth(int k) { return static_cast<std::size_t>(k); }

struct JointForm {
  char const* type;
  std::vector<char const*> coordinates;  // of its axes
  JointFreedom leaves;
};

JointForm form_of(RobotJointType type) {
  using Turns = JointFreedom::Turns;
  switch (type) {
    case RobotJointType::hinge:
      return {"hinge", {"angle"}, {Turns::about_axis}};
    case RobotJointType::slider:
      return {"slider", {"displacement"}, {Turns::none, {false, false, true}}};
    case RobotJointType::ball:
      return {"ball", {}, {Turns::all}};
    case RobotJointType::cylindrical:
      return {"cylindrical", {"displacement", "angle"}, {Turns::about_axis, {false, false, true}}};
    case RobotJointType::screw:
      return {"cylindrical", {"angle"}, {Turns::about_axis, {false, false, true}}};
    case RobotJointType::universal:
      return {"universal", {"angle_a", "angle_b"}, {Turns::about_two}};
    case RobotJointType::gimbal:
      return {"gimbal", {"angle_x", "angle_y", "angle_z"}, {Turns::all}};
    case RobotJointType::planar:
      return {"planar", {"angle"}, {Turns::about_axis, {true, true, false}}};
    default:
      return {"fixed", {}, {}};
  }
}

bool is_angle(char const* coordinate) { return std::string(coordinate).starts_with("angle"); }

CoordinateSpec laws_along(RobotAxis const& axis, char const* coordinate) {
  CoordinateSpec out;
  out.coordinate = coordinate;
  out.lower = axis.lower;
  out.upper = axis.upper;
  out.friction = axis.friction;
  out.inertia = axis.inertia;
  out.max_rate = axis.max_rate;
  out.stiffness = axis.stiffness;
  out.damping = axis.damping;
  out.rest = axis.rest;
  return out;
}

/// A linear function of each coordinate: f(g) = c_0 + c_1 g.
struct Linear {
  Real constant = 0, ratio = 0;
  bool good = true;
};
Linear linear_of(RobotCoupling::Term const& term) {
  auto const& p = term.polynomial;
  if (p.empty()) return {0, term.ratio};
  bool const bends =
      std::any_of(p.begin() + static_cast<std::ptrdiff_t>(std::min<std::size_t>(2, p.size())),
                  p.end(), [](Real c) { return c != 0; });
  return {p[0], p.size() > 1 ? p[1] : 0, !bends};
}

/// The groups that move between the joints of a coupling, in the order of their appearance.
std::vector<int> moving(Robot const& robot, LinkGroups const& groups,
                        RobotCoupling const& coupling) {
  std::vector<int> out;
  for (auto const& term : coupling.terms) {
    auto const& joint = robot.joints[nth(term.joint)];
    for (int const link : {joint.parent, joint.child}) {
      int const group = link < 0 ? -1 : groups.of[nth(link)];
      if (group >= 0 && !groups.groups[nth(group)].still &&
          std::ranges::find(out, group) == out.end())
        out.push_back(group);
    }
  }
  return out;
}

class JointsOfRobot {
 public:
  JointsOfRobot(PlacedRobot const& placed, RobotParts& to)
      : in_(placed), robot_(placed.robot), to_(to), number_(robot_.joints.size(), -1) {}

  void run() {
    for (std::size_t j = 0; j < robot_.joints.size(); ++j)
      if (!in_.groups.dissolved[j] && robot_.joints[j].type != RobotJointType::floating) joint(j);
    for (auto const& each : robot_.motors) motor(each);
    for (auto const& [pattern, spec] : in_.settings.motors) motors(pattern, spec);
    for (auto const& each : robot_.couplings) coupling(each);
  }

 private:
  std::string path_of(FileSpot const& spot) const {
    return in_.path + " (" + orthant::where(spot) + ")";
  }

  void joint(std::size_t j) {
    auto const& from = robot_.joints[j];
    auto const form = form_of(from.type);
    JointSpec out;
    out.type = form.type;
    out.name = from.name;
    out.path = path_of(from.spot);
    out.a = from.parent < 0 ? -1 : in_.groups.of[nth(from.parent)];
    out.b = in_.groups.of[nth(from.child)];
    auto const still = [&](int body) { return body < 0 || in_.groups.groups[nth(body)].still; };
    if (out.a == out.b || (still(out.a) && still(out.b)))
      refuse(orthant::where(from.spot), "a joint between parts that never move against each other",
             "a joint of which a side moves");
    out.X_AJ = in_body(from.parent, out.a, from.X_PJ);
    out.X_BJ = in_body(from.child, out.b, from.X_CJ);
    auto const pose = [&](int body) { return body < 0 ? Pose<>{} : to_.bodies[nth(body)].pose; };
    Real const gap =
        from.loop ? frame_gap(form.leaves, pose(out.a) * out.X_AJ, pose(out.b) * out.X_BJ) : 0;
    out.open = gap > largest_gap_of_closed_joints;
    if (out.open)
      to_.notes.mended.push_back(path_of(from.spot) + ": the joint \"" + from.name +
                                 "\" that closes a loop is open by " + text(gap) +
                                 " at the start: the first step moves bodies until it is closed");
    if (from.type == RobotJointType::screw) {
      out.pitch = from.pitch;
      CoordinateSpec thread;
      thread.coordinate = "advance";
      thread.motor = Motor::prescribed;
      out.coordinates.push_back(thread);
    }
    auto const values = axis_values(from, in_.q[j]);
    for (std::size_t k = 0; k < form.coordinates.size(); ++k) {
      if (is_angle(form.coordinates[k]) && std::abs(values[k]) > 3.141592653589793)
        refuse(in_.path + "/joint_positions/" + from.name, text(values[k]),
               "an angle from -pi to pi at the start, from which on turns are counted");
      out.coordinates.push_back(
          laws_along(k < from.axes.size() ? from.axes[k] : RobotAxis{}, form.coordinates[k]));
    }
    number_[j] = static_cast<int>(to_.joints.size());
    to_.joints.push_back(std::move(out));
  }

  /// A frame of a link in the axes of its body; of the world as it is.
  Pose<> in_body(int link, int body, Pose<> const& X_LJ) const {
    if (link < 0) return Pose<>{in_.settings.position, in_.settings.orientation} * X_LJ;
    auto X = inverse(to_.bodies[nth(body)].pose) * in_.poses[nth(link)] * X_LJ;
    X.q_WB = normalised(X.q_WB);
    return X;
  }

  /// The coordinate of a joint that a motor drives.
  CoordinateSpec& along(int joint, int axis) {
    auto& spec = to_.joints[nth(number_[nth(joint)])];
    std::size_t const skipped = spec.pitch != 0 ? 1 : 0;
    return spec.coordinates[skipped + nth(axis)];
  }

  void motor(RobotMotor const& from) {
    if (number_[nth(from.joint)] < 0)
      refuse(orthant::where(from.spot), "a motor of a joint that never moves", "one that does");
    auto& c = along(from.joint, from.axis);
    if (c.motor != Motor::none)
      refuse(orthant::where(from.spot),
             "a second motor of \"" + robot_.joints[nth(from.joint)].name + "\"", "one");
    c.kp = from.gear * from.kp;
    c.kd = from.gear * from.kd;
    c.target.offset = from.target;
    Real effort = std::abs(from.gear) * from.max_effort;
    auto const& axes = robot_.joints[nth(from.joint)].axes;
    if (nth(from.axis) < axes.size()) effort = std::min(effort, axes[nth(from.axis)].max_effort);
    if (from.type == RobotMotor::Type::force) {
      c.motor = Motor::force;
      c.kp = c.kd = 0;
      c.target.offset = std::clamp(from.gear * from.target, -effort, effort);
      return;
    }
    c.motor = from.type == RobotMotor::Type::position ? Motor::position : Motor::velocity;
    c.max_effort = effort;
  }

  void motors(std::string const& pattern, CoordinateSpec const& spec) {
    std::string const where = in_.path + "/motors/" + pattern;
    bool any = false;
    std::vector<std::string> names;
    for (auto const& each : named_axes(robot_)) {
      if (number_[nth(each.joint)] < 0) continue;
      names.push_back(each.name);
      if (!matches(pattern, each.name)) continue;
      any = true;
      drive(each, spec, where);
    }
    if (any) return;
    refuse(where, "no joint of that name with one coordinate",
           "a name, or a pattern with *: " + comma_separated(names) + nearest_hint(pattern, names));
  }

  void drive(NamedAxis const& named, CoordinateSpec const& spec, std::string const& where) {
    auto const& joint = robot_.joints[nth(named.joint)];
    auto const axis =
        nth(named.axis) < joint.axes.size() ? joint.axes[nth(named.axis)] : RobotAxis{};
    auto& c = along(named.joint, named.axis);
    c.motor = spec.motor;
    c.kp = spec.kp;
    c.kd = spec.kd;
    c.target = spec.target;
    // targets are along the coordinate of the file
    if (spec.motor == Motor::position || spec.motor == Motor::prescribed)
      c.target.offset -= axis.shift;
    for (Real* part : {&c.target.offset, &c.target.rate, &c.target.amplitude}) *part *= axis.sign;
    if (std::isnan(spec.target.offset))
      c.target.offset = axis_values(joint, in_.q[nth(named.joint)])[nth(named.axis)];
    c.max_effort = std::min(spec.max_effort, axis.max_effort);
    if (c.motor != Motor::force) return;
    c.max_effort = std::numeric_limits<Real>::infinity();
    Real const effort = std::abs(c.target.offset) + std::abs(c.target.amplitude);
    if (effort > axis.max_effort)
      refuse(where, text(effort) + " of \"" + named.name + "\"",
             "up to " + text(axis.max_effort) + ", the effort of its file");
  }

  void coupling(RobotCoupling const& from) {
    JointSpec out;
    out.type = "coupling";
    out.name = from.name;
    out.path = path_of(from.spot);
    Real offset = from.offset;
    for (auto const& term : from.terms) {
      CoupledSpec of;
      of.joint = number_[nth(term.joint)];
      auto const linear = linear_of(term);
      offset -= linear.constant;
      if (linear.ratio == 0) continue;
      of.coordinate = form_of(robot_.joints[nth(term.joint)].type).coordinates[nth(term.axis)];
      of.ratio = linear.ratio;
      out.coupled.push_back(of);
    }
    // c = sum ratio (g - start) is 0 where the sum is the offset
    out.coupled.front().start = offset / out.coupled.front().ratio;
    auto const bodies = moving(robot_, in_.groups, from);
    out.a = bodies.size() > 1 ? bodies.front() : -1;
    out.b = bodies.back();
    CoordinateSpec along = laws_along(from.law, "coupling");
    if (from.held) along.motor = Motor::prescribed;
    out.coordinates.push_back(along);
    to_.joints.push_back(std::move(out));
  }

  PlacedRobot const& in_;
  Robot const& robot_;
  RobotParts& to_;
  std::vector<int> number_;  // of each joint among those made
};

}  // namespace

void drop_couplings(Robot& robot, LinkGroups const& groups, std::vector<Unsupported>& lacks) {
  auto const why = [&](RobotCoupling const& c) -> std::string {
    std::size_t terms = 0;
    for (auto const& term : c.terms) {
      auto const linear = linear_of(term);
      if (!linear.good) return "a coupling that is not linear";
      terms += linear.ratio != 0 ? 1 : 0;
    }
    if (terms == 0 || moving(robot, groups, c).empty()) return "a coupling of nothing that moves";
    if (terms > CoupledSpec::most) return "a coupling of " + std::to_string(terms) + " joints";
    return "";
  };
  std::erase_if(robot.couplings, [&](RobotCoupling const& c) {
    auto const reason = why(c);
    if (!reason.empty()) lacks.push_back({c.spot, reason, "joints without it"});
    return !reason.empty();
  });
}

void add_joints(PlacedRobot const& placed, RobotParts& to) { JointsOfRobot(placed, to).run(); }

}  // namespace orthant
