// The interface of solvers for the equations of one step in every world of the batch.
#pragma once
#include "core/step/carried.hpp"
#include "core/step/formulation.hpp"
#include "core/step/iterate_observer.hpp"

namespace orthant {

/// The sizes for which a solver allocates, over all worlds.
struct Sizes {
  int worlds = 0;  // W
  int bodies = 0;  // over all worlds
  int rows = 0;    // largest number, over all worlds
  int blocks = 0;  // largest number, over all worlds

  int couplings = 0;      // blocks of a given Delassus operator
  bool symmetric = true;  // whether that operator is symmetric

  StiffnessUse stiffness_use = StiffnessUse::none;  // of the steps to be solved
  int lasting = 0;                                  // rows of kinds with permanent items
};

/// Solves a StepProblem. A solver that fails throws nothing: it returns its best iterate and the
/// reason.
template <class Space>
class NonlinearSolver {
 public:
  virtual ~NonlinearSolver() = default;

  /// On entry u (worlds x bodies) and problem.rows().impulse are the start. On return they are the
  /// solution, or the best iterate, and problem.rows().value belongs to it. A debug build checks
  /// the sizes of the arrays, and that inputs and outputs are finite.
  NonlinearReport solve(Space const& space, StepProblem<Space>& problem, Span<Space, Twist*> u) {
    auto const& rows = problem.rows();
    int const bodies = rows.worlds * rows.bodies;
    ORTHANT_CHECK(static_cast<int>(u.extent(0)) >= bodies);
    ORTHANT_CHECK(static_cast<int>(problem.inverse_mass().extent(0)) >= bodies);
    ORTHANT_CHECK(static_cast<int>(problem.free_twist().extent(0)) >= bodies);
    ORTHANT_CHECK(static_cast<int>(rows.impulse.extent(0)) >= rows.rows);
    ORTHANT_CHECK(static_cast<int>(rows.value.extent(0)) >= rows.rows);
    verify_finite(space, bodies, u);
    verify_finite(space, rows, {}, rows.impulse);
    NonlinearReport report = do_solve(space, problem, u);
    verify_finite(space, bodies, u);
    verify_finite(space, rows, {}, rows.impulse);
    return report;
  }

  /// The friction law that its contacts obey.
  virtual FrictionLaw law() const { return {}; }

  /// The tolerance of a step (tolerance_of) that it checks first; infinity: by speed.
  virtual double tolerance() const { return HUGE_VAL; }

  /// Of solvers in turn, the name of the one that is asked first; else empty.
  virtual char const* first() const { return ""; }

  /// Whether an unsolved step may be made again with gaps linear in the twist. This is for users
  /// who want a motion, not for comparisons of solvers.
  virtual bool falls_back_on_linear_gaps() const { return false; }

  /// Whether a step is made again in this way now.
  virtual void take_linear_gaps(bool) {}

  /// What it remembers from solve to solve, if results depend on it.
  virtual void carry(Carried&) {}

  /// Shows its iterates from now on; null: none. False if it shows none.
  virtual bool show_to(IterateObserver<Space>*) { return false; }

 protected:
  /// Implements `solve` for arrays that have been checked.
  virtual NonlinearReport do_solve(Space const& space, StepProblem<Space>& problem,
                                   Span<Space, Twist*> u) = 0;
};

}  // namespace orthant
