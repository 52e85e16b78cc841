// The motors of a scene, and their laws with inputs in place of what the scene says.
#pragma once
#include <map>

#include "orthant/constraints/coordinate/detail/coordinate_item.hpp"
#include "orthant/core/step/detail/motor_input.hpp"

namespace orthant {

/// A motor of a scene: a joint, and a coordinate among those of the joint.
struct MotorPlace {
  int joint = 0, coordinate = 0;  // in scene.joints; in the coordinates of that joint
};

/// The motors in the order of the joints. What holds a coordinate by its type, such as the thread
/// of a screw or a coupling, is none.
inline std::vector<MotorPlace> motors_of(Scene const& scene) {
  std::vector<MotorPlace> out;
  for (std::size_t j = 0; j < scene.joints.size(); ++j) {
    auto const& joint = scene.joints[j];
    for (std::size_t c = 0; c < joint.coordinates.size(); ++c) {
      auto const& of = joint.coordinates[c];
      bool const bound = of.motor == Motor::prescribed && joint.traits.binds(of.coordinate);
      if (of.motor != Motor::none && !bound)
        out.push_back({static_cast<int>(j), static_cast<int>(c)});
    }
  }
  return out;
}

/// Motors by joint and coordinate.
class MotorNumbers {
 public:
  /// Numbers the motors of a scene by motors_of.
  explicit MotorNumbers(Scene const& scene) {
    for (auto const& at : motors_of(scene)) {
      auto const& joint = scene.joints[nth(at.joint)];
      auto const& spec = joint.coordinates[nth(at.coordinate)];
      numbers_.emplace(std::pair(at.joint, coordinate_of(spec.coordinate)), count());
    }
  }
  int count() const { return static_cast<int>(numbers_.size()); }  // in each world
  /// The number of a motor over all worlds, `coordinate` by coordinate_of; -1: no motor.
  int of(int world, std::size_t joint, int coordinate) const {
    auto const at = numbers_.find({static_cast<int>(joint), coordinate});
    return at == numbers_.end() ? -1 : world * count() + at->second;
  }

 private:
  std::map<std::pair<int, int>, int> numbers_;
};

/// The law of a motor with an input. An effort f beside a law moves its target by f/K, or the rate
/// by f/D, so that a bound holds for both together.
KOKKOS_INLINE_FUNCTION CoordinateLaw driven(CoordinateLaw law, MotorInput const& by) {
  bool const yields = law.n > 0;
  if (yields && !law.rate && is_given(by.kp)) law.K = by.kp;
  if (yields && is_given(by.kd)) law.D = by.kd;
  if (is_given(by.target)) {
    law.target = {};
    law.target.offset = by.target;
  }
  if (by.effort != 0) law.target.offset += by.effort / (law.rate ? law.D : law.K);
  return law;
}

/// The force of a motor whose target is a force.
KOKKOS_INLINE_FUNCTION TimeFunction driven(TimeFunction force, MotorInput const& by) {
  if (is_given(by.target)) {
    force = {};
    force.offset = by.target;
  }
  force.offset += by.effort;
  return force;
}

namespace coordinate_kernels {

/// Writes the laws of motors, with their inputs, into their items.
template <class Space>
struct Drive {
  /// Its name in profilers.
  static constexpr char const* label = "orthant::coordinate::drive";
  Span<Space, CoordinateItem*> item;  // (items) out: law
  Span<Space, int*> which;            // (motors) their items
  Span<Space, CoordinateLaw*> given;  // (motors) by the scene
  Span<Space, MotorInput*> input;     // of all motors of all worlds
  bool forces;                        // whether targets are forces
  /// Of the k-th motor among the items.
  KOKKOS_FUNCTION void operator()(int k) const {
    auto& it = item(which(k));
    auto const& by = input(it.motor);
    if (forces)
      it.law.target = driven(given(k).target, by);
    else
      it.law = driven(given(k), by);
  }
};

}  // namespace coordinate_kernels

/// The items among many that are motors, with their laws in the scene.
template <class Space>
class MotorItems {
 public:
  /// No motors.
  MotorItems() = default;
  /// Those of `items` that have the number of a motor, with the laws that they have now.
  explicit MotorItems(std::vector<CoordinateItem> const& items) {
    std::vector<int> which;
    std::vector<CoordinateLaw> given;
    for (std::size_t k = 0; k < items.size(); ++k)
      if (items[k].motor >= 0) {
        which.push_back(static_cast<int>(k));
        given.push_back(items[k].law);
      }
    count_ = static_cast<int>(which.size());
    which_ = to_device<Space>("orthant::motor::which", which);
    given_ = to_device<Space>("orthant::motor::given", given);
  }

  int count() const { return count_; }  // of motors among the items
  /// Writes their laws in `item`, those of the scene with the inputs of all motors of all worlds.
  /// `forces`: targets are forces [N], [N m].
  void drive(Space const& space, Span<Space, CoordinateItem*> item, Span<Space, MotorInput*> input,
             bool forces = false) const {
    each(space, count_,
         coordinate_kernels::Drive<Space>{
             .item = item, .which = which_, .given = given_, .input = input, .forces = forces});
  }

 private:
  int count_ = 0;
  Array<Space, int*> which_;
  Array<Space, CoordinateLaw*> given_;
};

}  // namespace orthant
