// Compares a scene with the abilities of a simulator, key by key.
#include "orthant/backends/peers/abilities.hpp"

#include <algorithm>

#include "orthant/backends/peers/joint_tree.hpp"
#include "orthant/core/config/error.hpp"

namespace orthant {
namespace {

std::string name_of(Shape const& shape) {
  std::string out;
  with_type(shape.kind, [&](auto type) { out = type.name; });
  return out;
}

bool is_zero(Mat3 const& a) {
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      if (a[r][c] != 0) return false;
  return true;
}

bool is_identity(Mat3 const& a) {
  return is_zero(Mat3{{{a[0][0] - 1, a[0][1], a[0][2]},
                       {a[1][0], a[1][1] - 1, a[1][2]},
                       {a[2][0], a[2][1], a[2][2] - 1}}});
}

/// Walks through one world; `name` is the simulator's.
class Walk {
 public:
  Walk(Scene const& scene, Abilities const& can, std::string const& name, std::string path)
      : scene_(scene), can_(can), name_(name), path_(std::move(path)) {}

  void go() const {
    if (scene_.plane != Plane::none)
      refuse(path_ + "/plane", "\"" + name_in(planes, scene_.plane) + "\"", none());
    contact_settings();
    for (auto const& body : scene_.bodies) look_at(body);
    surfaces();
    for (auto const& joint : scene_.joints) look_at(joint);
    if (!can_.closes_loops)
      if (auto const closing = JointTree(scene_).closing(); closing >= 0)
        refuse(scene_.joints[nth(closing)].path, "a joint that closes a loop",
               "joints that make trees: " + name_ + " counts coordinates along them");
    if (!scene_.apart.empty() && !can_.apart)
      refuse(path_ + "/apart", std::to_string(scene_.apart.size()) + " pairs of bodies", none());
    if (!scene_.loads.empty())
      refuse(path_ + "/loads", std::to_string(scene_.loads.size()) + " loads", none());
  }

 private:
  std::string none() const { return "no such key beside " + name_; }
  std::string zero() const { return "0, or no such key, beside " + name_; }

  /// Refuses contact settings that change Orthant's steps. Margin and capacity are allowed, since
  /// they concern the contacts from which measures are taken.
  void contact_settings() const {
    ContactSettings const ours;
    auto const& set = scene_.contact;
    auto const same = [&](char const* key, auto const& given, auto const& usual) {
      if (!(given == usual))
        refuse(path_ + "/contact/" + key, "another value than by default",
               none() + ": it is of Orthant's own steps");
    };
    same("model", set.model.index(), ours.model.index());
    same("recovery_speed", set.recovery_speed, ours.recovery_speed);
    same("level", set.level, ours.level);
    same("baumgarte", set.baumgarte, ours.baumgarte);
    same("restitution_form", set.restitution_form, ours.restitution_form);
    ContactSettings settled = ContactSettings::by_size();
    settled.settle_lengths(scene_.size());
    if (set.touching != ours.touching) same("touching", set.touching, settled.touching);
    same("speculative", set.speculative, ours.speculative);
    same("least_norm", set.least_norm, ours.least_norm);
    same("creep_speed", set.creep_speed, ours.creep_speed);
    same("friction_softness", set.friction_softness, ours.friction_softness);
  }

  void look_at(BodySpec const& body) const {
    if (body.motion == Motion::kinematic)
      refuse(body.path + "/motion", "\"kinematic\"", "\"dynamic\" or \"fixed\" beside " + name_);
    if (!body.collide) return;
    for (std::size_t i = 0; i < body.shapes.size(); ++i)
      look_at(body.shapes[i], body.path + "/shapes/" + std::to_string(i));
  }

  void look_at(Shape const& shape, std::string const& at) const {
    auto const type = name_of(shape);
    if (std::ranges::find(can_.shapes, type) == can_.shapes.end())
      refuse(at + "/type", "\"" + type + "\"",
             comma_separated(can_.shapes) + ", which " + name_ + " has");
    static constexpr Shape usual;
    auto const& s = shape.surface;
    auto const absent = [&](char const* key, Real value) {
      if (value != 0) refuse(at + "/" + key, text(value), zero());
    };
    absent("rounding", shape.rounding);
    if (s.anisotropy != 1)
      refuse(at + "/friction/across", "an ellipse of friction", "one number beside " + name_);
    if (s.kinetic != 1)
      refuse(at + "/friction/kinetic", "a coefficient that falls with the speed",
             "one number beside " + name_);
    if (s.runs()) refuse(at + "/surface_velocity", "a surface that runs", none());
    if (!can_.groups && (shape.groups != usual.groups || shape.touches != usual.touches))
      refuse(at + "/groups", "another group than \"default\", or others to touch", none());
    absent("adhesion", s.adhesion);
    absent("compliance", s.compliance);
    absent("torsional_friction", s.torsional_friction);
    absent("rolling_friction", s.rolling_friction);
    if (can_.restitution == Abilities::Restitution::none) absent("restitution", s.restitution);
  }

  /// Refuses surfaces for which the simulator would combine coefficients differently from Orthant.
  void surfaces() const {
    Surface const* first = nullptr;
    for_shapes(scene_, [&](BodySpec const& body, Shape const& shape) {
      auto const& here = shape.surface;
      if (!first) first = &here;
      auto const rule = scene_.contact.friction_combination;
      if (here.friction != first->friction && can_.friction && *can_.friction != rule)
        refuse(path_ + "/contact/friction_combination",
               "\"" + name_in(combinations, rule) + "\" of " + text(first->friction) + " and " +
                   text(here.friction),
               "\"" + name_in(combinations, *can_.friction) + "\", as " + name_ +
                   " combines them, or one coefficient for all");
      if (can_.restitution == Abilities::Restitution::uniform &&
          here.restitution != first->restitution)
        refuse(body.path,
               "restitution " + text(here.restitution) + " beside another of " +
                   text(first->restitution),
               "one coefficient for all beside " + name_);
    });
  }

  void look_at(JointSpec const& joint) const {
    if (std::ranges::find(can_.joints, joint.type) == can_.joints.end())
      refuse(joint.path + "/type", "\"" + joint.type + "\"",
             comma_separated(can_.joints) + " beside " + name_);
    auto const refuse_key = [&](char const* key) {
      refuse(joint.path, std::string("\"") + key + "\"", none());
    };
    if (joint.b < 0)
      refuse(joint.path + "/b", "\"world\"", "a body; the world may be \"a\" beside " + name_);
    if (joint.open) refuse_key("open");
    if (joint.pitch != 0) refuse_key("pitch");
    if (joint.level != Level::position) refuse_key("level");
    if (!is_identity(joint.correction) || !is_identity(joint.angular_correction))
      refuse_key("correction");
    if (!is_zero(joint.compliance) || !is_zero(joint.angular_compliance)) refuse_key("compliance");
    if (!is_zero(joint.damping) || !is_zero(joint.angular_damping)) refuse_key("damping");
    for (auto const& coordinate : joint.coordinates) look_at(joint, coordinate);
  }

  void look_at(JointSpec const& joint, CoordinateSpec const& c) const {
    auto const refuse_key = [&](char const* key) {
      refuse(joint.path, std::string("\"") + key + "\" of its " + c.coordinate, none());
    };
    if (std::isfinite(c.lower) || std::isfinite(c.upper)) refuse_key("limits");
    if (c.friction != 0) refuse_key("friction");
    bool const one = joint.type == "hinge" || joint.type == "slider";
    if (c.inertia != 0 && !(can_.rotors && one)) refuse_key("rotor_inertia");
    if (std::isfinite(c.max_rate)) refuse_key("max_rate");
    if (c.stiffness != 0 || c.damping != 0 || !c.spring.empty() || !c.damper.empty())
      refuse_key("spring");
    if (c.motor != Motor::none) refuse_key("motor");
  }

  Scene const& scene_;
  Abilities const& can_;
  std::string const& name_;
  std::string path_;
};

}  // namespace

void require_expressible(Setup const& setup, Abilities const& abilities,
                         std::string const& simulator, std::string const& path) {
  int const differing = setup.scene.worlds.empty() ? 1 : setup.worlds;
  for (int w = 0; w < differing; ++w)
    Walk(setup.scene.of(w), abilities, simulator, path + "/scene").go();
}

std::vector<std::pair<int, int>> held_together(Scene const& scene) {
  std::vector<std::pair<int, int>> out = scene.apart;
  for (auto const& joint : scene.joints)
    if (joint.a >= 0 && joint.traits.holds() && !joint.parts_collide)
      out.emplace_back(std::min(joint.a, joint.b), std::max(joint.a, joint.b));
  return out;
}

}  // namespace orthant
