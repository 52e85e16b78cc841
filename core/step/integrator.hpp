// The interface of integrators, which advance the state of a batch by one step.
#pragma once
#include <memory>
#include <vector>

#include "core/step/constraint_set.hpp"
#include "core/step/nonlinear_solver.hpp"

namespace orthant {

/// Everything that a step needs except the state.
template <class Space>
struct System {
  Model<Space> model;                              // over all worlds
  ConstraintSet<Space> constraints;                // and given forces
  std::unique_ptr<NonlinearSolver<Space>> solver;  // of the equations of a step
};

/// How an interval was divided into steps, where an estimate of their error chose their lengths.
struct Division {
  int steps = 0;        // that were kept; 0: lengths are not chosen
  int rejected = 0;     // parts of the interval that were made, and taken back
  int inaccurate = 0;   // 1: no step was short enough
  double shortest = 0;  // of the steps that were kept [s]
  double error = 0;     // largest estimate of those, relative to the radius of gyration of a body
};

/// The report of a step; a step throws nothing.
struct StepReport {
  NonlinearReport solve;     // of its equations; of stages the worst
  int rows = 0;              // of all worlds
  int contacts = 0;          // within the margin, of all worlds
  int missing_contacts = 0;  // how many contacts did not fit; the step was not made if positive
  int crossings = 0;         // pairs of shapes that went through each other, of all worlds
  int overlaps = 0;          // pairs of shapes that moved into each other, of all worlds
  int ghosts = 0;            // pairs of shapes pushed where they do not touch, of all worlds
  double ghost_impulse = 0;  // of such pairs [N s]
  int judged = 0;          // pairs with other contacts than those of the start, as these were wrong
  int too_stiff = 0;       // worlds with forces that turn more stiffly than the step can follow
  int gains_energy = 0;    // worlds that move more than what is given to them could make them
  int few_digits = 0;      // worlds whose positions have too few digits for their speeds
  double impact_way = 0;   // see impact_way; where step lengths are chosen
  Division division = {};  // where step lengths are chosen

  /// Whether the step is valid: its equations are solved, no contact was missed, and errors do not
  /// dominate the motion.
  bool solved() const {
    return solve.converged() && crossings == 0 && overlaps == 0 && ghosts == 0 && too_stiff == 0 &&
           gains_energy == 0 && few_digits == 0 && division.inaccurate == 0;
  }

  /// The reason why not, in words.
  char const* why_unsolved() const {
    return !solve.converged() ? text(solve.reason)
           : crossings > 0    ? "shapes went through each other"
           : overlaps > 0     ? "shapes moved into each other"
           : ghosts > 0       ? "contacts do not settle: shapes are pushed where they do not touch"
           : too_stiff > 0    ? "forces turn too stiffly for the step"
           : few_digits > 0   ? "positions have too few digits for the speeds"
           : division.inaccurate > 0 ? "no step is short enough for the accuracy"
                                     : "bodies gain energy that nothing gives";
  }
};

/// For a step with stages: the impulses that are complementary to `rows.value`, and the u_free that
/// belongs to them. Empty: all impulses of the step.
template <class Space>
struct LawPart {
  Span<Space, Real*> impulse = {};      // (rows)
  Span<Space, Twist*> free_twist = {};  // (worlds x bodies)
};

/// The data of a step for measures and records. They stay valid until the next step, because the
/// next step is prepared in other arrays.
template <class Space>
struct StepData {
  Rows<Space> rows;                        // impulses, and values at (q+, u+)
  Span<Space, InverseMass*> inverse_mass;  // (worlds x bodies)
  Span<Space, Twist*> free_twist;          // (worlds x bodies)
  Real force_per_impulse = 0;              // ratio f/lambda of bilateral rows [1/s]
  Real force_per_law_impulse = 0;          // ratio f/lambda of contacts and other laws [1/s]
  Real force_time = 0;                     // time of the forces relative to the end of the step [s]
  LawPart<Space> law = {};                 // impulses of the laws
  Span<Space, Pose<>*> pose =
      {};  // (worlds x bodies) where the impulses have their directions and arms
  Span<Space, Vec6*> wrench =
      {};  // (worlds x bodies) given forces but those of Body, and torques, world axes
  Span<Space, Pose<>*> uncorrected =
      {};  // (worlds x bodies) q+ before the position stage moved bodies; empty: it moved none
};

/// An integration method. It defines how q+ and the free motion follow from the unknown twist, and
/// where rows are evaluated. Each method names its sources; docs/integrators.md lists them too.
template <class Space>
class Integrator {
 public:
  virtual ~Integrator() = default;

  /// Finds the contacts at the state. Call before each step; repeated calls after changes are
  /// allowed. The first call after a step keeps the data of that step.
  virtual void prepare(Space const& space, System<Space>& system, State<Space>& state, Real h) = 0;
  /// Steps from (q-, u-) to (q+, u+). If contacts had no room, it only reports this.
  virtual StepReport step(Space const& space, System<Space>& system, State<Space>& state,
                          Real h) = 0;
  /// Forgets the step just made: the next one continues the motion from before it. The caller
  /// restores the state. At most once for each step.
  virtual void take_back() {}
  /// What it remembers from step to step, apart from the state.
  virtual void carry(Carried&) {}
  /// The data of the last step that was made.
  virtual StepData<Space> last_step() const = 0;
  /// The number of contacts without room when the step was prepared.
  virtual int missing_contacts() const = 0;
};

}  // namespace orthant
