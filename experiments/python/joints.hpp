// The joints of a simulation that Python steps: positions with their turns, and inputs of motors.
#pragma once
#include <optional>

#include "orthant/backends/joint_space/held_couplings.hpp"
#include "orthant/backends/simulation/simulation.hpp"
#include "orthant/constraints/coordinate/motors.hpp"
#include "orthant/core/config/carried.hpp"

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
  /// The same with moments of inertia as they were given, zeros too.
  JointSpace const& inertial() const { return as_given_ ? *as_given_ : space_; }
  HeldCouplings const& couplings() const { return couplings_; }
  int size() const { return space_.size(); }
  std::vector<NamedMotor> const& motors() const { return motors_; }

  // Rotation about axes without a moment.

  /// Twists of a world without it.
  std::vector<Twist> without_spins(int world, Pose<> const* pose, Twist const* twist) const;
  /// Takes it away as far as steps leave it, in these worlds. Throws Error for more.
  void settle_spins(std::vector<char> const& worlds, Snapshot& state) const;
  /// Throws Error for torques about such axes.
  void require_no_spin(std::vector<Vec6> const& wrenches, Simulation const& s) const;
  /// The accelerations of forces in joint space. Throws Error for forces that turn a body so.
  void accelerations(int world, Pose<> const* pose, Twist const* twist, Real const* tau,
                     Real* a) const;
  /// "twists[0, 2] (body \"rod\")"
  std::string of_item(char const* what, int world, int body) const;

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
  std::optional<JointSpace> as_given_;  // if any is replaced
  HeldCouplings couplings_;
  int worlds_, bodies_;
  bool any_turns_ = false;
  std::vector<Real> turned_, q_;
  std::vector<NamedMotor> motors_;
  std::vector<Real> targets_, efforts_, gains_;
};

}  // namespace orthant::python
