// The table of joints of a run: positions with their turns, velocities and efforts.
#pragma once
#include "experiments/app/files/csv.hpp"
#include "experiments/app/run/experiment.hpp"
#include "orthant/backends/joint_space/joint_space.hpp"

namespace orthant {

/// A value of a column of a joint at the end of a step.
struct JointValue {
  int world = 0;
  std::string const& name;
  Real position = 0, velocity = 0, effort = 0;
};

/// Follows the joints of the first worlds from step to step, so that turns count.
class JointValues {
 public:
  JointValues(Experiment const& e, int worlds);
  /// The turns so far.
  void carry(Carried& c) { c.list(position_); }
  /// Call after every step, and before the first.
  void follow(Snapshot const& now);
  /// Of all columns of joints in the state that was followed last.
  std::vector<JointValue> values(Experiment const& e) const;

 private:
  JointSpace space_;
  int worlds_, bodies_;
  Snapshot now_;
  std::vector<Real> position_;  // (worlds x V)
};

}  // namespace orthant
