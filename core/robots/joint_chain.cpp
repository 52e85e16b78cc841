// Finds joints that are a chain of hinges and sliders, and the link between two of them.
#include "orthant/core/robots/joint_chain.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <optional>

#include "orthant/core/math/detail/eigen.hpp"
#include "orthant/core/math/pose.hpp"

namespace orthant {
namespace {

using Eigen::Matrix3d;
using Eigen::Vector3d;

constexpr Real aligned = 1e-9;  // [rad], and of lengths relative to 1 m

Vec3 vec(Vector3d const& v) { return {{v[0], v[1], v[2]}}; }
Pose<> inverse_of(Pose<> const& X) { return {-rotate_back(X.q_WB, X.p_WB), conjugate(X.q_WB)}; }

/// Mass, centre and inertia about the centre, in the axes of some frame.
struct Lump {
  Real mass = 0;
  Vector3d centre = Vector3d::Zero();
  Matrix3d inertia = Matrix3d::Zero();

  static Matrix3d shifted(Real mass, Vector3d const& d) {
    return mass * (d.squaredNorm() * Matrix3d::Identity() - d * d.transpose());
  }
  /// With sign -1 the part is taken away.
  Lump plus(Lump const& part, Real sign) const {
    Lump out;
    out.mass = mass + sign * part.mass;
    out.centre = out.mass != 0
                     ? Vector3d((mass * centre + sign * part.mass * part.centre) / out.mass)
                     : Vector3d(centre);
    out.inertia = inertia + shifted(mass, centre - out.centre) +
                  sign * (part.inertia + shifted(part.mass, part.centre - out.centre));
    return out;
  }
  Lump seen_in(Pose<> const& X) const {  // X: of the old frame in the new one
    Matrix3d const R = eigen(rotation_matrix(X.q_WB));
    return {mass, R * centre + eigen(X.p_WB), R * inertia * R.transpose()};
  }
  /// Whether a rigid body may have it: positive definite, and no moment larger than the sum of the
  /// other two, which it is of rods in one plane.
  bool is_physical() const {
    if (!(mass > 0)) return false;
    Eigen::SelfAdjointEigenSolver<Matrix3d> const solver(inertia);
    Vector3d const e = solver.eigenvalues();
    return e[0] > 1e-9 * e[2] && e[0] + e[1] > (1 - 1e-11) * e[2];
  }
};

Lump lump_of(RobotLink const& link) {
  return Lump{link.mass, Vector3d::Zero(), eigen(link.inertia)}.seen_in(link.X_LM);
}
void set_lump(RobotLink& link, Lump const& to) {
  link.mass = to.mass;
  link.X_LM = {vec(to.centre), {}};
  link.inertia = mat_of(0.5 * (to.inertia + to.inertia.transpose()));
}

/// A stretch of the chain as one joint.
struct Segment {
  RobotJoint joint;          // frames are those of the child at the start: X_PJ is seen by it
  std::vector<int> axis_of;  // coordinate of the joint of each axis of the chain; -1: none
  Vec3 point, axis;          // the centre or the line
};

using Chain = std::vector<ChainAxis>;

bool has_law(ChainAxis const& a) {
  auto const& l = a.law;
  return a.used || std::isfinite(l.lower) || std::isfinite(l.upper) || std::isfinite(l.max_rate) ||
         l.damping != 0 || l.friction != 0 || l.stiffness != 0 || l.inertia != 0;
}
bool across(Vec3 const& a, Vec3 const& b) { return std::abs(dot(a, b)) < aligned; }
bool along(Vec3 const& a, Vec3 const& b) { return norm(cross(a, b)) < aligned; }

/// Where two lines meet.
std::optional<Vec3> meeting(ChainAxis const& a, ChainAxis const& b) {
  Vec3 const n = cross(a.axis, b.axis), d = b.point - a.point;
  Real const n2 = dot(n, n);
  if (n2 < aligned * aligned) return {};
  if (std::abs(dot(d, n)) > aligned * std::sqrt(n2)) return {};
  return a.point + (dot(cross(d, b.axis), n) / n2) * a.axis;
}

/// The law of a coordinate c with  q = sign c + shift.
RobotAxis seen_along(RobotAxis law, Real sign, Real shift) {
  auto const turned = [&](Real q) { return sign * (q - shift); };
  law.sign = sign;
  law.shift = shift;
  law.start = turned(law.start);
  law.rest = turned(law.rest);
  law.lower = turned(law.lower);
  law.upper = turned(law.upper);
  if (sign < 0) std::swap(law.lower, law.upper);
  return law;
}

/// z of J along the axis of a hinge or slider; c = q.
Segment one(ChainAxis const& a) {
  Segment out;
  out.point = a.point;
  out.axis = a.axis;
  Pose<> const F{a.point, rotation_to(a.axis)};
  Vec3 const z{{0, 0, 1}};
  Pose<> const back =
      a.slides ? Pose<>{-a.law.start * z, {}} : Pose<>{{}, rotation_about(z, -a.law.start)};
  out.joint.type = a.slides ? RobotJointType::slider : RobotJointType::hinge;
  out.joint.X_PJ = F * back;
  out.joint.X_CJ = F;
  out.joint.axes = {a.law};
  out.axis_of = {0};
  return out;
}

std::optional<Segment> universal(ChainAxis const& a, ChainAxis const& b) {
  if (a.slides || b.slides || !across(a.axis, b.axis)) return {};
  auto const at = meeting(a, b);
  if (!at) return {};
  Segment out;
  out.point = *at;
  Pose<> const F{*at, rotation_with(a.axis, b.axis)};
  out.joint.type = RobotJointType::universal;
  out.joint.X_PJ = F * Pose<>{{}, rotation_about({{1, 0, 0}}, -a.law.start)};
  out.joint.X_CJ = F * Pose<>{{}, rotation_about({{0, 1, 0}}, b.law.start)};
  out.joint.axes = {a.law, b.law};
  out.axis_of = {0, 1};
  return out;
}

/// With the frame F of a, b and a x b, the third axis is F R_y(phi) z or its opposite:
///   X = X_start F R_x(d_a) R_y(d_b + phi) R_z(+-d_c) R_y(-phi) F^-1
std::optional<Segment> gimbal(ChainAxis const& a, ChainAxis const& b, ChainAxis const& c) {
  if (a.slides || b.slides || c.slides || !across(a.axis, b.axis) || !across(b.axis, c.axis))
    return {};
  auto const at = meeting(a, b), other = meeting(b, c);
  if (!at || !other || norm(*at - *other) > aligned) return {};
  Vec3 const z = cross(a.axis, b.axis);
  Real const sign = dot(c.axis, z) < 0 ? -1 : 1;
  Real const phi = std::atan2(sign * dot(c.axis, a.axis), sign * dot(c.axis, z));
  if (std::abs(phi) > 1.4) return {};  // the outer axes are nearly parallel
  Segment out;
  out.point = *at;
  Pose<> const F{*at, rotation_with(a.axis, b.axis)};
  out.joint.type = RobotJointType::gimbal;
  out.joint.X_PJ = F * Pose<>{{}, rotation_about({{1, 0, 0}}, -a.law.start)};
  out.joint.X_CJ = F * Pose<>{{}, rotation_about({{0, 1, 0}}, phi)} *
                   Pose<>{{}, rotation_about({{0, 0, 1}}, sign * c.law.start)};
  out.joint.axes = {a.law, seen_along(b.law, 1, b.law.start - phi), seen_along(c.law, sign, 0)};
  out.axis_of = {0, 1, 2};
  return out;
}

/// With x and y of J along both.
std::optional<Segment> cross_slide(ChainAxis const& a, ChainAxis const& b) {
  if (!a.slides || !b.slides || !across(a.axis, b.axis)) return {};
  Segment out;
  Pose<> const F{a.point, rotation_with(a.axis, b.axis)};
  out.joint.type = RobotJointType::cross_slide;
  out.joint.X_PJ = F * Pose<>{{{-a.law.start, -b.law.start, 0}}, {}};
  out.joint.X_CJ = F;
  out.joint.axes = {a.law, b.law};
  out.axis_of = {0, 1};
  return out;
}

/// With x, y and z of J along all three; the last from either side.
std::optional<Segment> cartesian(ChainAxis const& a, ChainAxis const& b, ChainAxis const& c) {
  auto out = cross_slide(a, b);
  if (!out || !c.slides || !across(a.axis, c.axis) || !across(b.axis, c.axis)) return {};
  Real const sign = dot(cross(a.axis, b.axis), c.axis) < 0 ? -1 : 1;
  out->joint.type = RobotJointType::cartesian;
  out->joint.X_PJ = out->joint.X_PJ * Pose<>{{{0, 0, -sign * c.law.start}}, {}};
  out->joint.axes.push_back(seen_along(c.law, sign, 0));
  out->axis_of.push_back(2);
  return out;
}

std::optional<Segment> cylindrical(ChainAxis const& a, ChainAxis const& b) {
  if (a.slides == b.slides || !along(a.axis, b.axis)) return {};
  auto const& turn = a.slides ? b : a;
  auto const& slide = a.slides ? a : b;
  Real const sign = dot(a.axis, b.axis) < 0 ? -1 : 1;
  Segment out;
  out.point = turn.point;
  out.axis = turn.axis;
  Pose<> const F{turn.point, rotation_to(turn.axis)};
  Vec3 const z{{0, 0, 1}};
  out.joint.type = RobotJointType::cylindrical;
  out.joint.X_PJ = F * Pose<>{-sign * slide.law.start * z, rotation_about(z, -turn.law.start)};
  out.joint.X_CJ = F;
  out.joint.axes = {seen_along(slide.law, sign, 0), turn.law};
  out.axis_of = a.slides ? std::vector<int>{0, 1} : std::vector<int>{1, 0};
  return out;
}

/// Two sliders and a hinge across them, in any order, of which the sliders only move: all motions
/// of a plane.
std::optional<Segment> planar(ChainAxis const& a, ChainAxis const& b, ChainAxis const& c) {
  ChainAxis const* const all[] = {&a, &b, &c};
  int turn = -1;
  for (int k = 0; k < 3; ++k)
    if (!all[k]->slides) turn = turn < 0 ? k : 3;
  if (turn < 0 || turn > 2) return {};
  auto const &h = *all[turn], &s = *all[(turn + 1) % 3], &t = *all[(turn + 2) % 3];
  if (!across(h.axis, s.axis) || !across(h.axis, t.axis) || along(s.axis, t.axis)) return {};
  if (has_law(s) || has_law(t)) return {};
  Segment out = one(h);
  out.joint.type = RobotJointType::planar;
  out.axis_of = {-1, -1, -1};
  out.axis_of[nth(turn)] = 0;
  return out;
}

/// Six free motions without laws: three sliders, then three hinges.
std::optional<Segment> floating(Chain const& chain, int first) {
  auto const spans = [&](int k) {
    auto const at = [&](int i) { return chain[nth(first + k + i)].axis; };
    return std::abs(dot(cross(at(0), at(1)), at(2))) > 1e-3;
  };
  for (int k = 0; k < 6; ++k) {
    auto const& each = chain[nth(first + k)];
    if (each.slides != (k < 3) || has_law(each)) return {};
  }
  if (!spans(0) || !spans(3)) return {};
  Segment out;
  out.joint.type = RobotJointType::floating;
  out.axis_of.assign(6, -1);
  return out;
}

std::optional<Segment> segment(Chain const& chain, int first, int count) {
  auto const at = [&](int k) -> ChainAxis const& { return chain[nth(first + k)]; };
  if (count == 1) return one(at(0));
  if (count == 2) {
    if (auto out = universal(at(0), at(1))) return out;
    if (auto out = cross_slide(at(0), at(1))) return out;
    return cylindrical(at(0), at(1));
  }
  if (count == 3) {
    if (auto out = gimbal(at(0), at(1), at(2))) return out;
    if (auto out = cartesian(at(0), at(1), at(2))) return out;
    return planar(at(0), at(1), at(2));
  }
  if (count == 6) return floating(chain, first);
  return {};
}

/// The part of a neighbour's mass that a joint does not move, of at most mass m and inertia I.
Lump still_part(Segment const& of, Real m, Real I, Vector3d const& near) {
  Vector3d const p = eigen(of.point), a = eigen(of.axis);
  Matrix3d const one = Matrix3d::Identity();
  switch (of.joint.type) {
    case RobotJointType::hinge:
      return {m, p + a * a.dot(near - p), I * (one - a * a.transpose())};
    case RobotJointType::slider:
    case RobotJointType::cross_slide:
    case RobotJointType::cartesian:
      return {0, near, I * one};
    case RobotJointType::universal:
    case RobotJointType::gimbal:
      return {m, p, Matrix3d::Zero()};
    case RobotJointType::cylindrical:
    case RobotJointType::planar:
      return {0, near, I * (one - a * a.transpose())};
    default:
      return {};
  }
}

/// What a link gives away, where a body remains; the largest of shares 1/5, 1/10, ...
std::optional<Lump> share(Segment const& of, Lump const& from, Lump const& scale, bool endless) {
  Real const least = Eigen::SelfAdjointEigenSolver<Matrix3d>(scale.inertia).eigenvalues()[0];
  for (Real f = 0.2; f > 1e-5; f /= 2) {
    auto const part = still_part(of, f * scale.mass, f * least, scale.centre);
    if (endless || from.plus(part, -1).is_physical()) return part;
  }
  return {};
}

struct Split {
  Segment first, second;
  Lump between, parent, child;
};

/// All lumps in the frame of the child at the start.
std::optional<Split> split(Segment a, Segment b, Lump const& parent, Lump const& child,
                           bool endless) {
  auto const of_parent = share(a, parent, endless ? child : parent, endless);
  auto const of_child = share(b, child, child, false);
  if (!of_parent || !of_child) return {};
  Split out{std::move(a), std::move(b), of_parent->plus(*of_child, 1),
            endless ? parent : parent.plus(*of_parent, -1), child.plus(*of_child, -1)};
  if (!out.between.is_physical()) return {};
  return out;
}

bool stands_still(Robot const& robot, int link) {
  if (link < 0 || robot.links[nth(link)].fixed) return true;
  for (auto const& joint : robot.joints)
    if (joint.child == link && !joint.loop)
      return joint.type == RobotJointType::fixed && stands_still(robot, joint.parent);
  return false;
}

}  // namespace

Quat<> rotation_with(Vec3 const& x, Vec3 const& y) {
  Eigen::Quaterniond const q((Matrix3d() << eigen(x), eigen(y), eigen(cross(x, y))).finished());
  return normalised(Quat<>{q.w(), q.x(), q.y(), q.z()});
}

std::string unused_name(Robot const& robot, std::string const& name, bool of_joint) {
  auto const taken = [&](std::string const& one) {
    auto const same = [&](auto const& each) { return each.name == one; };
    return of_joint ? std::ranges::any_of(robot.joints, same)
                    : std::ranges::any_of(robot.links, same);
  };
  std::string out = name;
  for (int k = 2; taken(out); ++k) out = name + " " + std::to_string(k);
  return out;
}

std::vector<ChainPlace> add_chain(Robot& robot, int parent, int child, Pose<> const& X_PC,
                                  std::vector<ChainAxis> const& chain, std::string const& name,
                                  FileSpot const& spot) {
  int const n = static_cast<int>(chain.size());
  std::vector<ChainPlace> places(chain.size());
  auto const add = [&](Segment& s, int first, int from, int to, Pose<> const& X) {
    s.joint.parent = from;
    s.joint.child = to;
    s.joint.X_PJ = X * s.joint.X_PJ;
    s.joint.spot = spot;
    for (std::size_t k = 0; k < s.axis_of.size(); ++k)
      if (s.axis_of[k] >= 0)
        places[nth(first) + k] = {static_cast<int>(robot.joints.size()), s.axis_of[k]};
    bool const single = s.joint.axes.size() == 1;
    s.joint.name = unused_name(robot, single ? s.joint.axes.front().name : name, true);
    if (single) s.joint.axes.front().name.clear();
    robot.joints.push_back(std::move(s.joint));
  };
  if (auto whole = segment(chain, 0, n)) {
    add(*whole, 0, parent, child, X_PC);
    return places;
  }
  bool const endless = stands_still(robot, parent);
  auto const to_child = inverse_of(X_PC);
  auto const of_child = lump_of(robot.links[nth(child)]);
  auto const of_parent = parent < 0 ? Lump{} : lump_of(robot.links[nth(parent)]).seen_in(to_child);
  for (int k = n - 1; k > 0; --k) {
    auto a = segment(chain, 0, k), b = segment(chain, k, n - k);
    if (!a || !b) continue;
    auto found = split(*a, *b, of_parent, of_child, endless);
    if (!found) continue;
    RobotLink between;
    between.name = unused_name(robot, name + " cross", false);
    between.spot = spot;
    set_lump(between, found->between);
    set_lump(robot.links[nth(child)], found->child);
    if (!endless) set_lump(robot.links[nth(parent)], found->parent.seen_in(X_PC));
    int const link = static_cast<int>(robot.links.size());
    robot.links.push_back(std::move(between));
    add(found->first, 0, parent, link, X_PC);
    add(found->second, k, link, child, {});
    return places;
  }
  return {};
}

}  // namespace orthant
