// The results of the last step of a simulation.
#pragma once
#include <string>
#include <vector>

#include "orthant/core/math/vec.hpp"
#include "orthant/core/metrics/detail/gauss_gap.hpp"
#include "orthant/core/step/step_report.hpp"

namespace orthant {

struct ConeProblem;

/// Where a contact is, in world axes.
struct ContactPlace {
  int a = 0, b = 0;  // bodies within the world, reacting or not
  Vec3 point_W;      // half-way between the two surfaces [m]
  Real gap = 0;      // negative: overlap [m]
};

/// A contact with its impulse.
struct ContactImpulse {
  int world = 0;
  int a = 0, b = 0;            // bodies within the world; -1: does not react
  Vec3 impulse;                // (normal, tangent 1, tangent 2) [N s]
  Vec3 impulse_W;              // on b, world axes [N s]
  Vec3 value;                  // of its rows, about which the law is [m/s]
  Vec3 moment_W;               // torsional and rolling friction on b, world axes [N m s]
  Vec3 normal_W;               // unit, from a to b
  Vec3 sliding_W;              // of b against a, in the tangent plane, world axes [m/s]
  Real friction = 0;           // mu, of an ellipse the larger one [-]
  Real force_per_impulse = 0;  // ratio of force to impulse [1/s]
  ContactPlace place;          // at the poses at the end of the step
};

/// A joint with the impulses of its rows.
struct JointImpulse {
  int world = 0;
  int a = 0, b = 0;             // as above; -1: the world
  std::vector<double> impulse;  // of each row [N s] or [N m s]
  Real force_per_impulse = 0;   // ratio of force to impulse [1/s]
};

/// The mean load of a joint on its second body b in the step: the impulses of its rows and of all
/// laws along its coordinate, divided by h. Its first body gets the opposite load at the same point
/// of the world. A hinge with a resting weight m g below it pulls upwards, +m g.
struct JointReaction {
  int world = 0;
  int joint = 0;           // number in the scene
  std::string name;        // name in the scene
  Vec3 force_W, torque_W;  // on b, about the joint's point on b, world axes [N], [N m]
  Vec3 force_J, torque_J;  // the same in the axes of the joint frame of a
  Vec3 displacement_W;     // from the joint's point on a to that on b, where the load acts [m]
};

/// The report of the last step, and data that are read from the device on request. Queries may come
/// in any order and any number of times, together with queries of the simulation. Their answers
/// stay the same until the next step or set_state. If no step was made since the start, or the
/// contacts of the last step had no room, nothing has acted and lists are empty.
class StepRecord : public StepReport {
 public:
  virtual ~StepRecord() = default;

  /// The time of the forces of impulses and reactions, relative to the end of the step [s]: zero,
  /// or half a step earlier if the integrator is symmetric.
  virtual Real force_time() const = 0;
  virtual std::vector<ContactImpulse> contact_impulses() const = 0;
  /// The impulses of the rows of joints, and of laws along their coordinates, block by block.
  virtual std::vector<JointImpulse> joint_impulses() const = 0;
  /// The reactions of every joint of the scene, world by world.
  virtual std::vector<JointReaction> joint_reactions() const = 0;
  /// The contacts of a world as a cone problem, with the joints eliminated and the rows linearised
  /// at the end of the step. Its impulses solve the problem if the step converged. Anisotropic
  /// friction is scaled to a round cone. Without a step there are no contacts.
  virtual ConeProblem problem(int world) const = 0;
  /// The distance of a world from the minimum of Gauss's principle. Costs a dense solve of the
  /// world. Without a step it is empty.
  virtual GaussGap gauss_gap(int world) const = 0;
};

}  // namespace orthant
