// What the last step of a simulation left.
#pragma once
#include <string>
#include <vector>

#include "core/metrics/gauss_gap.hpp"
#include "core/step/integrator.hpp"

namespace orthant {

struct ConeProblem;

struct ContactPlace {
  int a = 0, b = 0;  // the bodies within the world, those too that do not react
  Vec3 point_W;      // half-way between the two surfaces [m]
  Real gap = 0;      // negative: overlap [m]
};

/// A contact with its impulse.
struct ContactImpulse {
  int world = 0;
  int a = 0, b = 0;            // bodies, within the world; -1: one that does not react
  Vec3 impulse;                // (normal, tangent 1, tangent 2) [N s]
  Vec3 impulse_W;              // on b, world axes [N s]
  Vec3 value;                  // of its rows: what the law is about [m/s]
  Vec3 moment_W;               // of torsional and rolling friction on b, world axes [N m s]
  Vec3 normal_W;               // unit, from a to b
  Vec3 sliding_W;              // of b against a, along the surface, world axes [m/s]
  Real friction = 0;           // mu; of an ellipse the larger [-]
  Real force_per_impulse = 0;  // the force is this times the impulse [1/s]
  ContactPlace place;          // at the poses that the step left
};

struct JointImpulse {
  int world = 0;
  int a = 0, b = 0;             // as above; -1: the world
  std::vector<double> impulse;  // of each row [N s] or [N m s]
  Real force_per_impulse = 0;   // the force is this times the impulse [1/s]
};

/// What a joint did to its second body b in the step, on average: the impulses of its rows and of
/// all that acts along its coordinates, over h. Its first body gets the opposite, at the same point
/// of the world. A hinge that carries a resting weight m g below it pulls upwards, +m g.
struct JointReaction {
  int world = 0;
  int joint = 0;           // which of the scene's
  std::string name;        // as the scene calls it
  Vec3 force_W, torque_W;  // on b, about the joint's point on b, world axes [N], [N m]
  Vec3 force_J, torque_J;  // the same in the axes of the joint frame of a
  Vec3 displacement_W;     // from the joint's point on a to that on b, where they act [m]
};

/// The report of the last step, and what is read from the device where somebody asks. All of it can
/// be asked in any order and any number of times, beside anything that is asked of the simulation,
/// and has the same answer until the next step or set_state. Where no step has been made since the
/// start, or contacts had no room in the last, nothing has acted: lists are empty.
class StepRecord : public StepReport {
 public:
  virtual ~StepRecord() = default;

  /// When the forces are those of that impulses and reactions give, from the end of the step [s]:
  /// zero, or half a step before it where an integrator is symmetric.
  virtual Real force_time() const = 0;
  virtual std::vector<ContactImpulse> contact_impulses() const = 0;
  /// The rows of joints, and of what acts along their coordinates, block by block.
  virtual std::vector<JointImpulse> joint_impulses() const = 0;
  /// Of every joint of the scene, world by world.
  virtual std::vector<JointReaction> joint_reactions() const = 0;
  /// The contacts of a world as a problem of their own, joints eliminated, the rows linearised
  /// where the step ended: its impulses solve it, if the step converged. Anisotropic friction
  /// stands in it by the rows that make its cone round. Without a step it has no contacts.
  virtual ConeProblem problem(int world) const = 0;
  /// How far a world is from the minimum of Gauss's principle; as costly as a dense solve of the
  /// world. Without a step there is none.
  virtual GaussGap gauss_gap(int world) const = 0;
};

}  // namespace orthant
