// The interface of solvers for the equations of one step in every world of the batch.
#pragma once
#include "orthant/core/config/carried.hpp"
#include "orthant/core/execution/detail/check.hpp"
#include "orthant/core/step/detail/iterate_observer.hpp"
#include "orthant/core/step/detail/sizes.hpp"
#include "orthant/core/step/formulation.hpp"

namespace orthant {

/// How each world of a batch ended.
template <class Space>
struct WorldEnds {
  Span<Space, int*> solved;   // (worlds) not 0: it is
  Span<Space, Real*> error;   // (worlds) the largest error of a row [m/s] or [rad/s]
  Span<Space, Real*> normal;  // (worlds) the largest of a normal row [m/s]
};

/// Solves a StepProblem. A solver that fails throws nothing: it returns its best iterate and the
/// reason.
template <class Space>
class NonlinearSolver {
 public:
  virtual ~NonlinearSolver() = default;

  /// On entry u (worlds x bodies) and problem.rows().impulse are the start. On return they are the
  /// solution, or the best iterate, and problem.rows().value belongs to it. A debug build checks
  /// the sizes of the arrays.
  NonlinearReport solve(Space const& space, StepProblem<Space>& problem, Span<Space, Twist*> u) {
    auto const& rows = problem.rows();
    int const bodies = rows.worlds * rows.bodies;
    ORTHANT_CHECK(static_cast<int>(u.extent(0)) >= bodies);
    ORTHANT_CHECK(static_cast<int>(problem.inverse_mass().extent(0)) >= bodies);
    ORTHANT_CHECK(static_cast<int>(problem.free_twist().extent(0)) >= bodies);
    ORTHANT_CHECK(static_cast<int>(rows.impulse.extent(0)) >= rows.rows);
    ORTHANT_CHECK(static_cast<int>(rows.value.extent(0)) >= rows.rows);
    NonlinearReport report = do_solve(space, problem, u);
    if (!report.converged()) report.stage = problem.stage();
    if (report.log.empty()) {
      record_ = {report, report.reason, report.residual, problem.stage()};
      report.log = {&record_, 1};
    }
    return report;
  }

  /// Whether the gaps of a step are linear in the twist from now on.
  virtual void take_linear_gaps(bool) {}

  /// From now on the worlds that are solved on entry stay as they are, nothing is remembered of
  /// them, and each solve writes how the others end. Empty: all worlds are solved. A solver may
  /// ignore it.
  void leave_solved(WorldEnds<Space> const& ends) { ends_ = ends; }

  /// Whether its last solve was that of a step, of which it knows every island of bodies: see
  /// StepProblem::moving.
  virtual bool knows_islands() const { return false; }

  /// What it remembers from solve to solve, if results depend on it.
  virtual void carry(Carried&) {}

  /// Shows its iterates from now on; null: none. False if it shows none.
  virtual bool show_to(IterateObserver<Space>*) { return false; }

 protected:
  /// Implements `solve` for arrays that have been checked.
  virtual NonlinearReport do_solve(Space const& space, StepProblem<Space>& problem,
                                   Span<Space, Twist*> u) = 0;

  /// How solvers before this one, in turn, left each world: it leaves solved ones as they are.
  WorldEnds<Space> const& ends() const { return ends_; }

 private:
  WorldEnds<Space> ends_;
  SolveRecord record_;  // of the last solve
};

}  // namespace orthant
