// Follows joints, and reads what Python wrote for their motors.
#include "experiments/python/joints.hpp"

#include <algorithm>

#include "orthant/core/config/error.hpp"

namespace orthant::python {
namespace {

std::vector<NamedMotor> named_motors(Scene const& scene) {
  std::vector<NamedMotor> out;
  auto const places = motors_of(scene);
  for (auto const& at : places) {
    auto const& joint = scene.joints[static_cast<std::size_t>(at.joint)];
    auto const& spec = joint.coordinates[static_cast<std::size_t>(at.coordinate)];
    bool const alone = std::ranges::count(places, at.joint, &MotorPlace::joint) == 1;
    out.push_back({alone ? joint.name : joint.name + "." + spec.coordinate, at, spec.motor});
  }
  return out;
}

Scene with_given_moments(Scene scene, std::vector<std::vector<ReplacedMoment>> const& replaced) {
  auto const give = [](Scene& to, std::vector<ReplacedMoment> const& moments) {
    for (auto const& each : moments)
      to.bodies[static_cast<std::size_t>(each.body)].inertia_B = each.inertia_B;
  };
  give(scene, replaced.front());
  for (std::size_t w = 0; w < scene.worlds.size(); ++w) give(scene.worlds[w], replaced[w]);
  return scene;
}

}  // namespace

Joints::Joints(Scene const& scene, int worlds, std::vector<std::vector<ReplacedMoment>> replaced)
    : scene_(scene),
      replaced_(std::move(replaced)),
      space_(scene),
      couplings_(scene, space_),
      worlds_(worlds),
      bodies_(static_cast<int>(scene.bodies.size())),
      motors_(named_motors(scene)) {
  if (!replaced_.empty()) as_given_.emplace(with_given_moments(scene, replaced_));
  for (auto const& column : space_.columns()) any_turns_ = any_turns_ || column.turns;
  turned_.resize(static_cast<std::size_t>(worlds) * space_.columns().size());
  q_.resize(space_.columns().size());
  auto const n = static_cast<std::size_t>(worlds) * motors_.size();
  targets_.resize(n);
  efforts_.resize(n);
  gains_.resize(2 * n);
  set_inputs({});
}

std::vector<ReplacedMoment> const& Joints::replaced(int world) const {
  static std::vector<ReplacedMoment> const none;
  if (replaced_.empty()) return none;
  return replaced_[replaced_.size() > 1 ? static_cast<std::size_t>(world) : 0];
}

void Joints::start(std::vector<Pose<>> const& pose) {
  std::ranges::fill(turned_, 0);
  follow(pose.data());
}

void Joints::follow(Pose<> const* pose) {
  if (!any_turns_) return;
  auto const n = q_.size();
  for (int w = 0; w < worlds_; ++w) {
    Real* const turned = turned_.data() + static_cast<std::size_t>(w) * n;
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
  return scene_.of(static_cast<int>(world))
      .joints[static_cast<std::size_t>(at.joint)]
      .coordinates[static_cast<std::size_t>(at.coordinate)];
}

void Joints::set_inputs(std::vector<MotorInput> const& inputs) {
  for (std::size_t w = 0, k = 0; w < static_cast<std::size_t>(worlds_); ++w)
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
  for (std::size_t w = 0; w < static_cast<std::size_t>(worlds_); ++w)
    for (std::size_t m = 0; m < motors_.size(); ++m) {
      auto const one = input(m, w);
      any = any || is_given(one.target) || one.effort != 0 || is_given(one.kp);
      out.push_back(one);
    }
  if (!any) out.clear();
  return out;
}

}  // namespace orthant::python
