// Motors that get other targets, bodies that are pushed, and worlds that start anew, between steps.
#pragma once
#include <vector>

#include "orthant/backends/simulation/simulation.hpp"
#include "orthant/core/math/vec.hpp"
#include "orthant/core/step/detail/motor_input.hpp"
#include "orthant/core/step/detail/new_starts.hpp"

namespace orthant {

/// A simulation that a caller steers from step to step.
class Steered {
 public:
  virtual ~Steered() = default;

  /// Inputs of all motors (worlds x motors), in the order of motors_of, from the next step on. They
  /// stay until they are changed; what is saved has them. Throws Error where parts for derivatives
  /// are stored: those know the motors of the scene.
  virtual void drive(std::vector<MotorInput> const& inputs) = 0;
  /// Those of the next step; empty: the scene's.
  virtual std::vector<MotorInput> inputs() const = 0;

  /// Places the bodies of these worlds, 1 in `worlds`, where `state` (of all worlds) has them; what
  /// is known of steps before is forgotten, and angles have these turns. The other worlds go on
  /// with the same bits. The time goes on. What is asked of the last step stays; of worlds that
  /// start anew it says nothing. Of a method with a history: all worlds, or none.
  virtual void start_anew(std::vector<char> const& worlds, Snapshot const& state,
                          KnownAngles const& angles) = 0;
  /// The integrator, if it has a history, so that worlds start anew all together; "": else.
  virtual std::string history() const = 0;
};

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
