// Finds out whether moments of inertia of zero are of no effect.
#include "orthant/core/scene/zero_moments.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>

#include "orthant/core/config/error.hpp"
#include "orthant/core/math/detail/eigen.hpp"
#include "orthant/core/scene/mass_properties.hpp"

namespace orthant {
namespace {

constexpr Real round_off = 1e-9;

struct PrincipalMoments {
  Real moment[3];  // ascending [kg m^2]
  Vec3 axis;       // of the first, body axes

  explicit PrincipalMoments(Mat3 const& inertia) {
    Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> const parts(eigen(inertia));
    for (int i = 0; i < 3; ++i) {
      moment[i] = parts.eigenvalues()[i];
      axis[i] = parts.eigenvectors()(i, 0);
    }
  }
};

bool parallel(Vec3 const& a, Vec3 const& b) { return norm(cross(a, b)) <= round_off; }

/// How a body turns, as far as joints say.
struct Turning {
  enum Way { anyhow, about, never } way = anyhow;
  Vec3 axis;  // fixed in the world, for `about`
};

class Turnings {
 public:
  explicit Turnings(Scene const& scene) : scene_(scene), of_(scene.bodies.size()) {
    for (std::size_t b = 0; b < of_.size(); ++b) {
      auto const& body = scene.bodies[b];
      Vec3 const w = angular(body.twist);
      if (body.motion == Motion::fixed || (body.motion == Motion::kinematic && norm(w) == 0))
        of_[b].way = Turning::never;
      else if (body.motion == Motion::kinematic)
        of_[b] = {Turning::about, unit(w)};
      else if (scene.normal() >= 0)
        of_[b] = {Turning::about, normal()};
    }
    for (bool more = true; more;) {  // a pass for each link from a body that is known, at most
      more = false;
      for (auto const& joint : scene.joints) more = learn(joint) || more;
    }
  }

  Turning of(int body) const { return body < 0 ? Turning{Turning::never, {}} : of_[nth(body)]; }

 private:
  Vec3 normal() const {
    Vec3 n;
    n[scene_.normal()] = 1;
    return n;
  }
  /// How the bodies of a joint turn against each other.
  Turning between(JointSpec const& joint) const {
    if (largest(joint.angular_compliance) > 0 || joint.level == Level::velocity || joint.open)
      return {};
    if (!joint.traits.leaves) return {};
    auto const turns = joint.traits.leaves->turns;
    if (turns == JointFreedom::Turns::none) return {Turning::never, {}};
    if (turns != JointFreedom::Turns::about_axis) return {};
    Quat<> const q = joint.b < 0 ? Quat<>{} : scene_.bodies[nth(joint.b)].pose.q_WB;
    return {Turning::about, rotate(q * joint.X_BJ.q_WB, {{0, 0, 1}})};
  }
  bool learn(JointSpec const& joint) {
    bool more = false;
    Turning const relative = between(joint);
    for (auto const& [body, other] : {std::pair{joint.a, joint.b}, std::pair{joint.b, joint.a}}) {
      if (body < 0 || relative.way == Turning::anyhow) continue;
      Turning const base = of(other);
      Turning found = base.way == Turning::never ? relative : base;
      bool const both = base.way == Turning::about && relative.way == Turning::about;
      if (both && !parallel(base.axis, relative.axis)) found = {};
      auto& known = of_[nth(body)];
      if (found.way <= known.way) continue;
      known = found;
      more = true;
    }
    return more;
  }

  Scene const& scene_;
  std::vector<Turning> of_;
};

/// Whether all forces on a body act through its axis, or through its centre.
class Central {
 public:
  Central(Scene const& scene, int body, bool rod, Vec3 const& axis)
      : scene_(scene), body_(body), rod_(rod), axis_(axis) {}

  /// What does not; "": nothing.
  std::string off() const {
    auto const& body = scene_.bodies[nth(body_)];
    auto const about = [&](Vec3 const& t_W) {
      Vec3 const t = rotate_back(body.pose.q_WB, t_W);
      return rod_ ? std::abs(dot(t, axis_)) > round_off * norm(t) : norm(t) > 0;
    };
    if (about(angular(body.wrench_W))) return "a torque";
    if (about(angular(body.twist))) return "an angular velocity";
    for (auto const& load : scene_.loads)
      if (load.body == body_ && (!load.torque.empty() || !on(load.point_B))) return "a load";
    for (auto const& joint : scene_.joints)
      if ((joint.a == body_ || joint.b == body_) && !on(joint))
        return "joint \"" + joint.name + "\"";
    for (auto const& shape : body.shapes)
      if (body.collide && !on(shape)) return "a shape off it or with friction";
    return "";
  }

 private:
  bool on(Vec3 const& p_B) const {
    return norm(rod_ ? p_B - dot(p_B, axis_) * axis_ : p_B) <= round_off * (1 + norm(p_B));
  }
  bool on(JointSpec const& joint) const {
    auto const through = joint.traits.forces;
    if (joint.b == body_) return through != Through::none && on(joint.X_BJ.p_WB);
    return through == Through::both_points && on(joint.X_AJ.p_WB);
  }
  bool on(Shape const& shape) const {
    auto const& s = shape.surface;
    auto const rule = scene_.contact.friction_combination;
    bool const slides = s.friction == 0 && s.torsional_friction == 0 && s.rolling_friction == 0 &&
                        (rule == Combination::geometric_mean || rule == Combination::minimum) &&
                        !scene_.contact.published();
    if (!slides || !on(shape.X_BS.p_WB)) return false;
    bool const round = shape.is<shapes::Capsule>() || shape.is<shapes::Cylinder>();
    return shape.is<shapes::Sphere>() ||
           (rod_ && round && parallel(rotate(shape.X_BS.q_WB, {{0, 0, 1}}), axis_));
  }

  Scene const& scene_;
  int body_;
  bool rod_;
  Vec3 axis_;  // of a rod, body axes
};

}  // namespace

Vec3 ReplacedMoment::loose_part(Pose<> const& pose, Vec3 const& w_W) const {
  if (held) return {};
  if (!rod) return w_W;
  Vec3 const e = rotate(pose.q_WB, axis_B);
  return dot(w_W, e) * e;
}

char const* ReplacedMoment::name() const {
  return rod ? "a zero moment about its axis" : "moments that are all zero";
}

int zero_moments(Mat3 const& inertia) {
  PrincipalMoments const I(inertia);
  Real const most = I.moment[2];
  if (most == 0 && I.moment[0] == 0) return 3;
  bool const rod = std::abs(I.moment[0]) <= 1e-12 * most && most - I.moment[1] <= round_off * most;
  return rod ? 1 : 0;
}

void replace_zero_moments(Scene& scene) {
  auto const needs = [](BodySpec const& body) {
    return body.motion == Motion::dynamic && zero_moments(body.inertia_B) > 0;
  };
  if (std::ranges::none_of(scene.bodies, needs)) return;
  Turnings const turnings(scene);
  for (int b = 0; b < static_cast<int>(scene.bodies.size()); ++b) {
    auto& body = scene.bodies[nth(b)];
    if (!needs(body)) continue;
    bool const rod = zero_moments(body.inertia_B) == 1;
    PrincipalMoments const I(body.inertia_B);
    auto const turning = turnings.of(b);
    bool const held = turning.way == Turning::never ||
                      (rod && turning.way == Turning::about &&
                       std::abs(dot(turning.axis, rotate(body.pose.q_WB, I.axis))) <= round_off);
    std::string const off = held ? "" : Central(scene, b, rod, I.axis).off();
    if (!off.empty())
      refuse(body.path.find("/assemblies/") != std::string::npos
                 ? body.path + " (body \"" + body.name + "\")"
                 : body.path + "/inertia",
             (rod ? "a zero moment about an axis, beside " : "moments that are all zero, beside ") +
                 off,
             rod ? "moments > 0; or forces through this axis alone; or joints about one direction, "
                   "at right angles to it"
                 : "moments > 0; or forces through the centre alone: \"ball\", \"distance\" and "
                   "\"strut\" there, spheres without friction");
    body.replaced = {rod, held, I.axis, body.inertia_B};
    Real const moment = rod ? I.moment[2] : body.mass;
    body.inertia_B = diagonal({{moment, moment, moment}});
  }
}

}  // namespace orthant
