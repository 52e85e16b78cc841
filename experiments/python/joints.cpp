// Follows joints, and reads what Python wrote for their motors.
#include "experiments/python/joints.hpp"

#include <algorithm>

#include "orthant/core/config/error.hpp"

namespace orthant::python {
namespace {

/// Of torques and forces, relative to them.
constexpr Real round_off = 1e-9;

std::vector<NamedMotor> named_motors(Scene const& scene) {
  std::vector<NamedMotor> out;
  auto const places = motors_of(scene);
  for (auto const& at : places) {
    auto const& joint = scene.joints[nth(at.joint)];
    auto const& spec = joint.coordinates[nth(at.coordinate)];
    bool const alone = std::ranges::count(places, at.joint, &MotorPlace::joint) == 1;
    out.push_back({alone ? joint.name : joint.name + "." + spec.coordinate, at, spec.motor});
  }
  return out;
}

Scene with_given_moments(Scene scene) {
  for (auto& body : scene.bodies)
    if (body.replaced) body.inertia_B = body.replaced->inertia_B;
  for (auto& world : scene.worlds) world = with_given_moments(std::move(world));
  return scene;
}

bool any_replaced(Scene const& scene) {
  return std::ranges::any_of(scene.bodies, [](auto const& b) { return b.replaced.has_value(); }) ||
         std::ranges::any_of(scene.worlds, any_replaced);
}

/// Calls f(body, moment) for each moment of zero that another one replaces.
void for_replaced(Scene const& scene, auto const& f) {
  for (std::size_t b = 0; b < scene.bodies.size(); ++b)
    if (auto const& moment = scene.bodies[b].replaced) f(b, *moment);
}

}  // namespace

Joints::Joints(Scene const& scene, int worlds)
    : scene_(scene),
      space_(scene),
      couplings_(scene, space_),
      worlds_(worlds),
      bodies_(static_cast<int>(scene.bodies.size())),
      motors_(named_motors(scene)) {
  if (any_replaced(scene)) as_given_.emplace(with_given_moments(scene));
  for (auto const& column : space_.columns()) any_turns_ = any_turns_ || column.turns;
  turned_.resize(nth(worlds) * space_.columns().size());
  q_.resize(space_.columns().size());
  auto const n = nth(worlds) * motors_.size();
  targets_.resize(n);
  efforts_.resize(n);
  gains_.resize(2 * n);
  set_inputs({});
}

std::string Joints::of_item(char const* what, int world, int body) const {
  return std::string(what) + "[" + std::to_string(world) + ", " + std::to_string(body) +
         "] (body \"" + scene_.bodies[nth(body)].name + "\")";
}

std::vector<Twist> Joints::without_spins(int world, Pose<> const* pose, Twist const* twist) const {
  std::vector<Twist> out(twist, twist + bodies_);
  for_replaced(scene_.of(world), [&](std::size_t b, ReplacedMoment const& each) {
    out[b] = stacked(linear(out[b]), angular(out[b]) - each.loose_part(pose[b], angular(out[b])));
  });
  return out;
}

void Joints::settle_spins(std::vector<char> const& worlds, Snapshot& state) const {
  // Of the angular velocity; methods of first order leave some hundredths about a rod's axis.
  constexpr Real left_by_steps = 0.1, of_rates = 1e-6;  // [-], [rad/s]
  for (int w = 0; w < worlds_; ++w)
    for_replaced(scene_.of(w), [&](std::size_t b, ReplacedMoment const& each) {
      if (!worlds[nth(w)]) return;
      auto const i = nth(w * bodies_) + b;
      Vec3 const turning = angular(state.twist[i]);
      Vec3 const spin = each.loose_part(state.pose[i], turning);
      if (norm(spin) > std::max(of_rates, each.rod ? left_by_steps * norm(turning) : 0))
        refuse(
            of_item("twists", w, static_cast<int>(b)),
            orthant::text(norm(spin)) + " rad/s" + (each.rod ? " about its axis" : "") +
                ", beside " + each.name(),
            each.rod ? "an angular velocity at right angles to this axis" : "no angular velocity");
      state.twist[i] = stacked(linear(state.twist[i]), turning - spin);
    });
}

void Joints::require_no_spin(std::vector<Vec6> const& wrenches, Simulation const& s) const {
  auto const state = as_given_ ? s.snapshot() : Snapshot{};
  for (int w = 0; w < worlds_; ++w)
    for_replaced(scene_.of(w), [&](std::size_t b, ReplacedMoment const& each) {
      auto const i = nth(w * bodies_) + b;
      Vec3 const torque = angular(wrenches[i]);
      if (norm(each.loose_part(state.pose[i], torque)) > round_off * norm(torque))
        refuse(of_item("wrenches", w, static_cast<int>(b)),
               std::string("a torque, beside ") + each.name(),
               each.rod ? "torques at right angles to this axis" : "forces without a torque");
    });
}

void Joints::accelerations(int world, Pose<> const* pose, Twist const* twist, Real const* tau,
                           Real* a) const {
  auto const u = without_spins(world, pose, twist);
  space_.accelerations(world, pose, u.data(), tau, a);
  if (!any_replaced(scene_.of(world))) return;
  auto const& columns = space_.columns();
  std::vector<Real> needed(columns.size());
  inertial().inverse_dynamics(world, pose, u.data(), a, needed.data());
  Real largest = 0;
  for (std::size_t k = 0; k < columns.size(); ++k) largest = std::max(largest, std::abs(tau[k]));
  for (std::size_t k = 0; k < columns.size(); ++k)
    if (std::abs(needed[k] - tau[k]) > round_off * (1 + largest))
      refuse("forces",
             orthant::text(tau[k]) + " along \"" + columns[k].name +
                 "\", about an axis without a moment of inertia",
             "forces that do not turn bodies about such axes");
}

void Joints::start(std::vector<Pose<>> const& pose) {
  std::ranges::fill(turned_, 0);
  follow(pose.data());
}

void Joints::follow(Pose<> const* pose) {
  if (!any_turns_) return;
  auto const n = q_.size();
  for (int w = 0; w < worlds_; ++w) {
    Real* const turned = turned_.data() + nth(w) * n;
    space_.positions(w, pose + static_cast<std::ptrdiff_t>(w) * bodies_, turned, q_.data());
    std::ranges::copy(q_, turned);
  }
}

void Joints::carry(Carried& c) {
  auto turned = turned_;
  c.list(turned);
  if (turned.size() != turned_.size())
    refuse("state", "one of other joints", "one saved by a simulation with the same scene");
  turned_ = turned;
}

CoordinateSpec const& Joints::spec(std::size_t motor, std::size_t world) const {
  auto const& at = motors_[motor].place;
  return scene_.of(static_cast<int>(world)).joints[nth(at.joint)].coordinates[nth(at.coordinate)];
}

void Joints::set_inputs(std::vector<MotorInput> const& inputs) {
  for (std::size_t w = 0, k = 0; w < nth(worlds_); ++w)
    for (std::size_t m = 0; m < motors_.size(); ++m, ++k) {
      auto const& of = spec(m, w);
      MotorInput const by = inputs.empty() ? MotorInput{} : inputs[k];
      targets_[k] = by.target;
      efforts_[k] = by.effort;
      gains_[2 * k] = is_given(by.kp) ? by.kp : of.kp;
      gains_[2 * k + 1] = is_given(by.kd) ? by.kd : of.kd;
    }
}

MotorInput Joints::input(std::size_t m, std::size_t w) const {
  auto const k = w * motors_.size() + m;
  auto const& of = spec(m, w);
  auto const where = [&](char const* what) {
    return std::string(what) + "[" + std::to_string(w) + ", " + std::to_string(m) + "] (motor \"" +
           motors_[m].name + "\")";
  };
  Real const target = targets_[k], effort = efforts_[k], kp = gains_[2 * k], kd = gains_[2 * k + 1];
  if (std::isinf(target))
    refuse(where("targets"), orthant::text(target),
           "a finite number, or nan for the experiment's target");
  if (!std::isfinite(effort)) refuse(where("efforts"), orthant::text(effort), "a finite number");
  MotorInput out;
  out.target = target;
  out.effort = effort;
  bool const yields = (of.motor == Motor::position && (of.kp > 0 || of.kd > 0)) ||
                      (of.motor == Motor::velocity && of.kd > 0 && std::isfinite(of.kd));
  if (kp != of.kp || kd != of.kd) {
    if (!yields)
      refuse(where("gains"), "(" + orthant::text(kp) + ", " + orthant::text(kd) + ")",
             "gains of a position motor, or of a velocity motor with a finite kd, as they are not "
             "0 in the experiment; else (" +
                 orthant::text(of.kp) + ", " + orthant::text(of.kd) + ")");
    bool const good = kp >= 0 && kd >= 0 && std::isfinite(kp) && std::isfinite(kd) &&
                      (of.motor == Motor::position ? kp + kd > 0 : kd > 0 && kp == 0);
    if (!good)
      refuse(where("gains"), "(" + orthant::text(kp) + ", " + orthant::text(kd) + ")",
             of.motor == Motor::position ? "kp >= 0 and kd >= 0, finite and not both 0"
                                         : "kp = 0, and a finite kd > 0");
    out.kp = kp;
    out.kd = kd;
  }
  if (effort != 0 && of.motor != Motor::force &&
      !(yields && (of.motor == Motor::position ? kp > 0 : kd > 0)))
    refuse(where("efforts"), orthant::text(effort),
           "0 for a motor that takes what it needs, or without a stiffness; else a motor of type "
           "force, of type position with kp > 0, or of type velocity with a finite kd");
  return out;
}

std::vector<MotorInput> Joints::inputs() const {
  std::vector<MotorInput> out;
  bool any = false;
  for (std::size_t w = 0; w < nth(worlds_); ++w)
    for (std::size_t m = 0; m < motors_.size(); ++m) {
      auto const one = input(m, w);
      any = any || is_given(one.target) || one.effort != 0 || is_given(one.kp);
      out.push_back(one);
    }
  if (!any) out.clear();
  return out;
}

}  // namespace orthant::python
