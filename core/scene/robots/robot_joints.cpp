// Makes joints of a robot's joints, couplings and motors.
#include "orthant/core/scene/robots/robot_joints.hpp"

#include <algorithm>
#include <cmath>

#include "orthant/core/config/error.hpp"
#include "orthant/core/config/spelling.hpp"
#include "orthant/core/robots/model_files.hpp"
#include "orthant/core/scene/detail/place_joint.hpp"
#include "orthant/core/scene/names.hpp"
#include "orthant/core/scene/robots/robot_positions.hpp"

namespace orthant {
namespace {

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
    case RobotJointType::cross_slide:
      return {
          "cross_slide", {"displacement_x", "displacement_y"}, {Turns::none, {true, true, false}}};
    case RobotJointType::cartesian:
      return {"cartesian",
              {"displacement_x", "displacement_y", "displacement"},
              {Turns::none, {true, true, true}}};
    case RobotJointType::strut:
      return {"strut", {"distance"}, {Turns::all, {true, true, true}}};
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

/// f(g) = constant + p_1 g + p_2 g^2 + ...
struct Polynomial {
  Real constant = 0;
  std::vector<Real> p;
  bool none() const {
    return std::ranges::all_of(p, [](Real c) { return c == 0; });
  }
  bool linear() const { return p.size() == 1; }
};
Polynomial polynomial_of(RobotCoupling::Term const& term) {
  if (term.polynomial.empty()) return {0, {term.ratio}};
  return {term.polynomial[0], {term.polynomial.begin() + 1, term.polynomial.end()}};
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
    for (auto const& each : robot_.motors)
      if (each.coupling < 0) motor(each);
    int number = 0;
    for (auto const& each : robot_.couplings) coupling(each, number++);
    for (auto const& [pattern, spec] : in_.settings.motors) motors(pattern, spec);
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
    if (from.type == RobotJointType::strut) {
      auto const A = pose(out.a) * out.X_AJ, B = pose(out.b) * out.X_BJ;
      out.length = norm(B.p_WB - A.p_WB);
      if (!(out.length > 0))
        refuse(orthant::where(from.spot), "a length of 0 at the start, which has no direction",
               "another start");
      auto const along = rotation_to(B.p_WB - A.p_WB);
      out.X_AJ.q_WB = conjugate(pose(out.a).q_WB) * along;
      out.X_BJ.q_WB = conjugate(pose(out.b).q_WB) * along;
    }
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
    auto const& joint = robot_.joints[nth(from.joint)];
    Real const most =
        nth(from.axis) < joint.axes.size() ? joint.axes[nth(from.axis)].max_effort : HUGE_VAL;
    take(from, along(from.joint, from.axis), most, '"' + joint.name + '"');
  }
  /// Of a joint or a tendon with a largest effort.
  static void take(RobotMotor const& from, CoordinateSpec& c, Real most, std::string const& of) {
    if (c.motor != Motor::none) refuse(orthant::where(from.spot), "a second motor of " + of, "one");
    c.kp = from.gear * from.kp;
    c.kd = from.gear * from.kd;
    c.target.offset = from.target;
    Real const effort = std::min(std::abs(from.gear) * from.max_effort, most);
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
      auto const& joint = robot_.joints[nth(each.joint)];
      drive(nth(each.axis) < joint.axes.size() ? joint.axes[nth(each.axis)] : RobotAxis{},
            axis_values(joint, in_.q[nth(each.joint)])[nth(each.axis)], spec, where, each.name,
            along(each.joint, each.axis));
    }
    std::size_t place = to_.joints.size() - robot_.couplings.size();
    for (auto const& each : robot_.couplings) {
      auto& c = to_.joints[place++].coordinates.front();
      if (each.held || each.name != pattern) continue;
      any = true;
      drive(each.law, coupling_error(robot_, each, in_.q), spec, where, each.name, c);
    }
    if (any) return;
    refuse(where, "no joint of that name with one coordinate, and no tendon",
           "a name, or a pattern with *: " + comma_separated(names) + nearest_hint(pattern, names));
  }

  /// `start`: of the coordinate.
  static void drive(RobotAxis const& axis, Real start, CoordinateSpec const& spec,
                    std::string const& where, std::string const& name, CoordinateSpec& c) {
    c.motor = spec.motor;
    c.kp = spec.kp;
    c.kd = spec.kd;
    c.target = spec.target;
    // targets are along the coordinate of the file
    if (spec.motor == Motor::position || spec.motor == Motor::prescribed)
      c.target.offset -= axis.shift;
    for (Real* part : {&c.target.offset, &c.target.rate, &c.target.amplitude}) *part *= axis.sign;
    if (std::isnan(spec.target.offset)) c.target.offset = start;
    c.max_effort = std::min(spec.max_effort, axis.max_effort);
    if (c.motor != Motor::force) return;
    c.max_effort = std::numeric_limits<Real>::infinity();
    Real const effort = std::abs(c.target.offset) + std::abs(c.target.amplitude);
    if (effort > axis.max_effort)
      refuse(where, text(effort) + " of \"" + name + "\"",
             "up to " + text(axis.max_effort) + ", the effort of its file");
  }

  void coupling(RobotCoupling const& from, int number) {
    JointSpec out;
    out.type = "coupling";
    out.name = from.name;
    out.path = path_of(from.spot);
    Real offset = from.offset;
    CoupledSpec* linear = nullptr;
    out.coupled.reserve(from.terms.size());
    for (auto const& term : from.terms) {
      auto const function = polynomial_of(term);
      offset -= function.constant;
      if (function.none()) continue;
      auto& of = out.coupled.emplace_back();
      of.joint = number_[nth(term.joint)];
      of.coordinate = form_of(robot_.joints[nth(term.joint)].type).coordinates[nth(term.axis)];
      std::ranges::copy(function.p, of.polynomial);
      if (function.linear() && !linear) linear = &of;
    }
    // c = sum f(g) - f(start) is 0 where sum f(g) is the offset
    if (offset != 0) linear->start = offset / linear->polynomial[0];
    auto const bodies = moving(robot_, in_.groups, from);
    out.a = bodies.size() > 1 ? bodies.front() : -1;
    out.b = bodies.back();
    CoordinateSpec along = laws_along(from.law, "coupling");
    if (from.held) along.motor = Motor::prescribed;
    for (auto const& each : robot_.motors)
      if (each.coupling == number) take(each, along, HUGE_VAL, "the tendon \"" + from.name + '"');
    out.coordinates.push_back(along);
    to_.joints.push_back(std::move(out));
  }

  PlacedRobot const& in_;
  Robot const& robot_;
  RobotParts& to_;
  std::vector<int> number_;  // of each joint among those made
};

}  // namespace

JointFreedom freedom_of(RobotJointType type) { return form_of(type).leaves; }

void drop_couplings(Robot& robot, LinkGroups const& groups, std::vector<Unsupported>& lacks) {
  auto const why = [&](RobotCoupling const& c) -> std::string {
    std::size_t terms = 0;
    Real offset = c.offset;
    bool linear = false;
    for (auto const& term : c.terms) {
      auto const function = polynomial_of(term);
      if (function.p.size() > CoupledSpec::degree) return "a coupling of high degree";
      offset -= function.constant;
      linear = linear || (function.linear() && !function.none());
      terms += function.none() ? 0 : 1;
    }
    if (terms == 0 || moving(robot, groups, c).empty()) return "a coupling of nothing that moves";
    if (terms > CoupledSpec::most) return "a coupling of " + std::to_string(terms) + " joints";
    if (offset != 0 && !linear) return "a coupling without a linear term";
    return "";
  };
  std::vector<RobotCoupling> kept;
  std::vector<int> place;
  for (auto& each : robot.couplings) {
    auto const reason = why(each);
    place.push_back(reason.empty() ? static_cast<int>(kept.size()) : -1);
    if (reason.empty())
      kept.push_back(std::move(each));
    else
      lacks.push_back({each.spot, reason, "joints without it"});
  }
  robot.couplings = std::move(kept);
  std::erase_if(robot.motors, [&](RobotMotor& each) {
    if (each.coupling >= 0)
      each.coupling = place[nth(each.coupling)];
    else
      return false;
    return each.coupling < 0;
  });
}

void add_joints(PlacedRobot const& placed, RobotParts& to) { JointsOfRobot(placed, to).run(); }

}  // namespace orthant
