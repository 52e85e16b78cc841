// A scene bound to a device, ready to step: the host's view of a run.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "core/collision/contact.hpp"
#include "core/metrics/gauss_gap.hpp"
#include "core/metrics/measures.hpp"
#include "core/step/plugins.hpp"

namespace orthant {

struct ConeProblem;
class IterateSink;

/// Poses and twists of all worlds, world by world.
struct Snapshot {
  std::vector<Pose<>> pose;
  std::vector<Twist> twist;
};

struct ContactPlace {
  int a = 0, b = 0;  // the bodies within the world, those too that do not react
  Vec3 point_W;      // half-way between the two surfaces [m]
  Real gap = 0;      // negative: overlap [m]
};

/// A contact with its impulse, as the last step left it.
struct ContactImpulse {
  int world = 0;
  int a = 0, b = 0;            // bodies, within the world; -1: one that does not react
  Vec3 impulse;                // (normal, tangent 1, tangent 2) [N s]
  Vec3 impulse_W;              // on b, world axes [N s]
  Vec3 value;                  // (the normal row's, sliding velocity 1, 2) [m/s]
  Vec3 moment_W;               // of torsional and rolling friction on b, world axes [N m s]
  Vec3 normal_W;               // unit, from a to b
  Vec3 sliding_W;              // of b against a, along the surface, world axes [m/s]
  Real friction = 0;           // mu; of an ellipse the larger [-]
  Real force_per_impulse = 0;  // the force is this times the impulse [1/s]
  /// Where it is, at the poses that the step left. Contacts are found anew by measure() and
  /// contacts(): nothing after them.
  std::optional<ContactPlace> place;
};

struct JointImpulse {
  int world = 0;
  int a = 0, b = 0;             // as above; -1: the world
  std::vector<double> impulse;  // of each row [N s] or [N m s]
  Real force_per_impulse = 0;   // the force is this times the impulse [1/s]
};

/// What a joint did to its second body b in the last step, on average: the impulses of its rows and
/// of all that acts along its coordinates, over h. Its first body gets the opposite, at the same
/// point of the world. A hinge that carries a resting weight m g below it pulls upwards, +m g.
struct JointReaction {
  int world = 0;
  int joint = 0;           // which of the scene's
  std::string name;        // as the scene calls it
  Vec3 force_W, torque_W;  // on b, about the joint's point on b, world axes [N], [N m]
  Vec3 force_J, torque_J;  // the same in the axes of the joint frame of a
  Vec3 way_W;              // from the joint's point on a to that on b, where they act [m]
};

class Simulation {
 public:
  virtual ~Simulation() = default;

  virtual int worlds() const = 0;
  virtual int bodies() const = 0;  // per world

  virtual StepReport step() = 0;
  /// Shows the iterates of the steps that follow to `sink`; null: no more, as in the beginning.
  /// False where the solver shows none.
  virtual bool show_iterates(IterateSink* sink) = 0;
  /// Measures of every world after the last step; before the first, of the start.
  virtual std::vector<Measures> const& measure() = 0;

  virtual Snapshot snapshot() const = 0;
  /// Of time zero.
  virtual void set_state(Snapshot const& state) = 0;
  /// The contacts at the current state, within the margin, in the flat count of bodies.
  virtual std::vector<Contact> contacts() = 0;
  /// When the forces are those of that impulses and reactions give, from the end of the step [s]:
  /// zero, or half a step before it where an integrator is symmetric.
  virtual Real force_time() const = 0;
  virtual std::vector<ContactImpulse> contact_impulses() const = 0;
  /// The rows of joints, and of what acts along their coordinates, block by block.
  virtual std::vector<JointImpulse> joint_impulses() const = 0;
  /// Of every joint of the scene, world by world; nothing before the first step.
  virtual std::vector<JointReaction> joint_reactions() const = 0;
  /// The contacts of a world's last step as a problem of their own, joints eliminated, the rows
  /// linearised where the step ended: its impulses solve it, if the step converged. Anisotropic
  /// friction stands in it by the rows that make its cone round. Only between a
  /// step and the next look at the state that it left: measure(), contacts() or another step.
  virtual ConeProblem step_problem(int world) const = 0;
  /// How far a world's last step is from the minimum of Gauss's principle; as costly as a dense
  /// solve of the world. Between the same calls.
  virtual GaussGap gauss_gap(int world) const = 0;
  /// How many bilateral rows of a world say what others say already, where the run started; of
  /// worlds that differ the most.
  /// Nothing where that is not known: too many rows for a dense factorisation, and no sparse one.
  virtual std::optional<int> redundant_rows() = 0;
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
