// The interface of integrators, which advance the state of a batch by one step.
#pragma once
#include <memory>

#include "orthant/core/step/detail/constraint_set.hpp"
#include "orthant/core/step/nonlinear_solver.hpp"
#include "orthant/core/step/step_report.hpp"

namespace orthant {

/// Everything that a step needs except the state.
template <class Space>
struct System {
  Model<Space> model;                              // over all worlds
  ConstraintSet<Space> constraints;                // and given forces
  std::unique_ptr<NonlinearSolver<Space>> solver;  // of the equations of a step
  Real tolerance = HUGE_VAL;                       // of the solver [m/s]; infinity: by speed

  /// The speed of a row that counts as the error of the solver [m/s], [rad/s]. The tolerance is the
  /// default one, or a rougher one.
  Real error_of_solver() const {
    constexpr Real of_solver = 4, by_default = 1e-10;
    return of_solver * (isfinite(tolerance) ? larger(tolerance, by_default) : by_default);
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
  /// (worlds x bodies) q+ in the rows of laws, before what these do not see has moved bodies, such
  /// as the position stage; empty: q+.
  Span<Space, Pose<>*> where_laws_hold = {};
  Span<Space, Real*> unturned =
      {};  // (worlds x bodies) momentum that free rotations left, not being solved [N m s]
  WorldEnds<Space> ends = {};  // of all its solves, without `error`
};

/// The worlds with a mark, or those without; if there are no marks, all.
template <class Space>
struct Marked {
  Span<Space, int*> mark = {};  ///< (worlds)
  bool with = true;             ///< whether those with a mark count
  KOKKOS_FUNCTION bool operator()(int w) const {
    return mark.extent(0) == 0 || (mark(w) != 0) == with;
  }  ///< Whether world w counts.
};

template <class Space>
class Differentiable;

/// An integration method. It defines how q+ and the free motion follow from the unknown twist, and
/// where rows are evaluated. Its steps depend on the time by forces and targets alone, and on steps
/// before by what `carry` names. Each method names its sources; docs/integrators.md lists them too.
template <class Space>
class Integrator {
 public:
  virtual ~Integrator() = default;

  /// Finds the contacts at the state. Call before each step; repeated calls after changes are
  /// allowed. The first call after a step keeps the data of that step.
  virtual void prepare(Space const& space, System<Space>& system, State<Space>& state, Real h) = 0;
  /// Steps from (q-, u-) to (q+, u+), apart from the position stage. If contacts had no room, it
  /// only reports this.
  virtual StepReport step(Space const& space, System<Space>& system, State<Space>& state,
                          Real h) = 0;
  /// The position stage of the step just made, in some worlds, with its report added to that of the
  /// step. Returns the largest errors before it [m], [rad] of all worlds; empty: it moves no body.
  virtual Span<Space, Real*> correct(Space const& space, StepReport& report,
                                     Marked<Space> const& worlds) = 0;
  /// Forgets the step just made: the next one continues the motion from before it. The caller
  /// restores the state. At most once for each step.
  virtual void take_back() {}
  /// The next step keeps no contacts and rows of the last one, wherever bodies begin.
  virtual void keep_nothing() {}
  /// What it remembers from step to step, apart from the state.
  virtual void carry(Carried&) {}
  /// The data of the last step that was made.
  virtual StepData<Space> last_step() const = 0;
  /// The number of contacts without room when the step was prepared.
  virtual int missing_contacts() const = 0;

  /// The equations of its steps, where their derivatives have a closed form; null: they have none.
  virtual Differentiable<Space>* differentiable() { return nullptr; }
  /// Whether rigid contacts obey c(q+) >= 0 at the end of a step, and not a gap that is linear in
  /// its twist.
  virtual bool closes_gaps() const { return false; }
  /// (worlds) 1: a position stage corrects positions in the following steps, needed or not. Empty:
  /// they are corrected when needed, which is the default.
  virtual void correct_in(Array<Space, int*> const&) {}
};

}  // namespace orthant
