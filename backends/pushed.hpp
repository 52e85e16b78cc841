// Forces on bodies that somebody else decides, from step to step.
#pragma once
#include <vector>

#include "core/math/vec.hpp"

namespace orthant {

/// A simulation whose bodies can be pushed.
class Pushed {
 public:
  virtual ~Pushed() = default;
  /// The force on each body and the torque about its centre (worlds x bodies), world axes, from the
  /// next step on, in place of those that the scene gives to bodies [N], [N m]. Those on bodies
  /// that do not react count for nothing.
  virtual void push(std::vector<Vec6> const& wrench) = 0;
  /// Those of the next step.
  virtual std::vector<Vec6> wrenches() const = 0;
};

}  // namespace orthant
