// Applies forces to bodies that the caller sets from step to step.
#pragma once
#include <vector>

#include "core/math/vec.hpp"

namespace orthant {

/// A simulation whose bodies can be pushed.
class Pushed {
 public:
  virtual ~Pushed() = default;
  /// Sets the force and the torque about the centre of each body (worlds x bodies), world axes [N],
  /// [N m]. They act from the next step on, in place of those that the scene gives. On bodies that
  /// do not react they have no effect.
  virtual void push(std::vector<Vec6> const& wrench) = 0;
  /// The wrenches of the next step.
  virtual std::vector<Vec6> wrenches() const = 0;
};

}  // namespace orthant
