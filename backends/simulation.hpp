// A scene bound to a device, ready to step: the host's view of a run.
#pragma once
#include <memory>
#include <vector>

#include "core/collision/contact.hpp"
#include "core/metrics/measures.hpp"
#include "core/plugins.hpp"

namespace orthant {

struct ConeProblem;

/// Poses and twists of all worlds, world by world.
struct Snapshot {
  std::vector<Pose<>> pose;
  std::vector<Twist> twist;
};

/// A contact with its impulse, as the last step left it.
struct ContactImpulse {
  int world = 0;
  int a = 0, b = 0;  // bodies, within the world
  Vec3 impulse;      // (normal, tangent 1, tangent 2) [N s]
  Vec3 impulse_W;    // on b, world axes [N s]
  Vec3 value;        // (c(q+)/h, sliding velocity 1, 2) [m/s]
};

struct JointImpulse {
  int world = 0;
  int a = 0, b = 0;             // as above; -1: the world
  std::vector<double> impulse;  // of each row [N s] or [N m s]
  Real force_per_impulse = 0;   // the force is this times the impulse [1/s]
};

class Simulation {
 public:
  virtual ~Simulation() = default;

  virtual int worlds() const = 0;
  virtual int bodies() const = 0;  // per world

  virtual StepReport step() = 0;
  /// Measures of every world after the last step; before the first, of the start.
  virtual std::vector<Measures> const& measure() = 0;

  virtual Snapshot snapshot() const = 0;
  /// Of time zero.
  virtual void set_state(Snapshot const& state) = 0;
  /// The contacts at the current state, within the margin, in the flat count of bodies.
  virtual std::vector<Contact> contacts() = 0;
  virtual std::vector<ContactImpulse> contact_impulses() const = 0;
  virtual std::vector<JointImpulse> joint_impulses() const = 0;
  /// The contacts of a world's last step as a problem of their own, joints eliminated, the rows
  /// linearised where the step ended: its impulses solve it, if the step converged. Only between a
  /// step and the next look at the state that it left: measure(), contacts() or another step.
  virtual ConeProblem step_problem(int world) const = 0;
  /// Contacts that do not fit at the current state.
  virtual int missing_contacts() = 0;
};

/// What a simulation is made of, besides its plug-ins.
struct Setup {
  Scene scene;
  int worlds = 1;
  Real h = 0.01;  // [s]
};

}  // namespace orthant
