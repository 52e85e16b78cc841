// Advances the state of a batch by one step.
#pragma once
#include <memory>
#include <vector>

#include "core/step/constraint_block.hpp"
#include "core/step/nonlinear_solver.hpp"

namespace orthant {

/// Everything that a step needs and that is not state.
template <class Space>
struct System {
  Model<Space> model;                                                // of all worlds
  std::vector<std::unique_ptr<ConstraintBlock<Space>>> constraints;  // one of each kind
  std::unique_ptr<NonlinearSolver<Space>> solver;                    // of its equations
};

/// What a step says of itself; it throws nothing.
struct StepReport {
  NonlinearReport solve;     // of its equations; of stages the worst
  int rows = 0;              // of all worlds
  int contacts = 0;          // within the margin, of all worlds
  int missing_contacts = 0;  // how many contacts did not fit; the step was not made if positive
  int crossings = 0;         // pairs of shapes that went through each other, of all worlds
  int overlaps = 0;          // pairs of shapes that turned into each other, of all worlds
  int too_stiff = 0;         // worlds with forces that turn more stiffly than the step can follow
  int gains_energy = 0;      // worlds that move more than what is given to them could make them

  /// Whether the step is right: its equations are solved, they saw all that the bodies met, and
  /// they are those of a motion.
  bool solved() const {
    return solve.converged() && crossings == 0 && overlaps == 0 && too_stiff == 0 &&
           gains_energy == 0;
  }

  /// What it is not, in words.
  char const* why_unsolved() const {
    return !solve.converged() ? text(solve.reason)
           : crossings > 0    ? "shapes went through each other"
           : overlaps > 0     ? "shapes turned into each other"
           : too_stiff > 0    ? "forces turn too stiffly for the step"
                              : "bodies gain energy that nothing gives";
  }
};

/// Of a step in stages the impulses that `rows.value` are complementary to, and what they add to;
/// empty: all of the step's.
template <class Space>
struct LawPart {
  Span<Space, Real*> impulse = {};      // (rows)
  Span<Space, Twist*> free_twist = {};  // (worlds x bodies)
};

/// What a step leaves behind for measures and records. It stands until the next step: one is
/// prepared in other arrays, so that nobody has to ask before, and nothing is copied.
template <class Space>
struct StepData {
  Rows<Space> rows;                        // impulses, and values at (q+, u+)
  Span<Space, InverseMass*> inverse_mass;  // (worlds x bodies)
  Span<Space, Twist*> free_twist;          // (worlds x bodies)
  Real force_per_impulse = 0;              // f = force_per_impulse lambda of bilateral rows [1/s]
  Real force_per_law_impulse = 0;          // likewise of contacts and others with a law [1/s]
  Real force_time = 0;                     // when forces are those of, from the end of the step [s]
  LawPart<Space> law = {};                 // what the laws are about
  Span<Space, Pose<>*> pose =
      {};  // (worlds x bodies) where the impulses have their directions and arms
  Span<Space, Vec6*> wrench =
      {};  // (worlds x bodies) given forces but those of Body, and torques, world axes
};

/// A method of stepping: it says how q+ and the free motion follow from the unknown twist, and
/// where rows are evaluated. Sources are named beside each, and in docs/integrators.md.
template <class Space>
class Integrator {
 public:
  virtual ~Integrator() = default;

  /// What its steps have for geometric stiffness.
  virtual StiffnessUse stiffness_use() const { return StiffnessUse::none; }

  /// Finds the contacts at the state. Comes before each step, and may come again after a change;
  /// the first after a step leaves what that has left.
  virtual void prepare(Space const& space, System<Space>& system, State<Space>& state, Real h) = 0;
  /// From (q-, u-) to (q+, u+). Does nothing but report where contacts did not fit.
  virtual StepReport step(Space const& space, System<Space>& system, State<Space>& state,
                          Real h) = 0;
  /// What the last step that was made left behind.
  virtual StepData<Space> last_step() const = 0;
  /// Whether q+ = q- (+) h u+, as a velocity that makes up for an error of q- takes for granted.
  virtual bool moves_by_end_twist() const = 0;
  /// Whether a step has stages with impulses of their own, each for a part of it.
  virtual bool has_stages() const { return false; }
  /// How many contacts did not fit when the step was prepared.
  virtual int missing_contacts() const = 0;
};

}  // namespace orthant
