// The joints of a simulation that Python steps: positions with their turns, and inputs of motors.
#pragma once

#include "orthant/backends/joint_space/held_couplings.hpp"
#include "orthant/constraints/coordinate/motors.hpp"
#include "orthant/core/step/carried.hpp"

namespace orthant::python {

/// A motor and what the experiment says of it.
struct NamedMotor {
  std::string name;  // "elbow"; of several motors of a joint "elbow.angle"
  MotorPlace place;
  Motor type = Motor::none;
};

class Joints {
 public:
  Joints(Scene const& scene, int worlds);

  JointSpace const& space() const { return space_; }
  HeldCouplings const& couplings() const { return couplings_; }
  int size() const { return space_.size(); }
  std::vector<NamedMotor> const& motors() const { return motors_; }

  // Turns of angles, counted from step to step.

  /// A state whose turns are not known: angles are within half a turn.
  void start(std::vector<Pose<>> const& pose);
  void follow(Pose<> const* pose);
  /// (worlds x V) of the state that was followed last; ball joints and floating bodies are not.
  std::vector<Real>& turned() { return turned_; }
  void carry(Carried& c);

  // Inputs of motors (worlds x motors), which Python writes; NaN as a target: the experiment's.
  // Gains are pairs.

  Real* targets() { return targets_.data(); }
  Real* efforts() { return efforts_.data(); }
  Real* gains() { return gains_.data(); }
  /// The inputs that were written; empty if all is as the experiment has it. Throws Error for what
  /// a motor cannot do.
  std::vector<MotorInput> inputs() const;
  /// Writes these, or with an empty list what the experiment has.
  void set_inputs(std::vector<MotorInput> const& inputs);

 private:
  CoordinateSpec const& spec(std::size_t motor, std::size_t world) const;
  MotorInput input(std::size_t motor, std::size_t world) const;

  Scene const& scene_;
  JointSpace space_;
  HeldCouplings couplings_;
  int worlds_, bodies_;
  bool any_turns_ = false;
  std::vector<Real> turned_, q_;
  std::vector<NamedMotor> motors_;
  std::vector<Real> targets_, efforts_, gains_;
};

}  // namespace orthant::python
