// Solves the equations of one step in every world of the batch.
#pragma once
#include "core/step/formulation.hpp"
#include "core/step/iterate_observer.hpp"

namespace orthant {

/// Room that a solver prepares for, over all worlds.
struct Sizes {
  int worlds = 0;  // W
  int bodies = 0;  // of all worlds
  int rows = 0;    // at most, of all worlds
  int blocks = 0;  // at most, of all worlds

  int couplings = 0;      // blocks of a Delassus operator that is given
  bool symmetric = true;  // whether that operator is

  StiffnessUse stiffness_use = StiffnessUse::none;  // of the steps to solve
  int lasting = 0;  // of the rows, those of kinds whose items neither come nor go
};

/// Solves a StepProblem. One that fails throws nothing: it returns its best iterate, and says why.
template <class Space>
class NonlinearSolver {
 public:
  virtual ~NonlinearSolver() = default;

  /// On entry u (worlds x bodies) and problem.rows().impulse are the starting point; on return they
  /// are the solution, or the best iterate. problem.rows().value belongs to it. A debug build looks
  /// at the sizes of the arrays, and that what comes in and out is finite.
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

  /// The law of friction that its contacts obey.
  virtual FrictionLaw law() const { return {}; }

  /// Whether a step that it does not solve may be taken anew with gaps that are linear in the
  /// twist: a choice of whoever wants a motion rather than to compare solvers.
  virtual bool falls_back_on_linear_gaps() const { return false; }

  /// Shows its iterates from now on; null: no more. False where it shows none.
  virtual bool show_to(IterateObserver<Space>*) { return false; }

 protected:
  /// The same, of arrays that have been looked at: what a solver of its own writes.
  virtual NonlinearReport do_solve(Space const& space, StepProblem<Space>& problem,
                                   Span<Space, Twist*> u) = 0;
};

}  // namespace orthant
