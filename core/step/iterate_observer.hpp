// What a nonlinear solver shows of its iterates to who looks on.
#pragma once
#include "core/step/linear_solver.hpp"
#include "core/step/step_problem.hpp"

namespace orthant {

/// An iterate, which problem.rows(), inverse_mass() and free_twist() belong to.
template <class Space>
struct Iterate {
  int iteration = 0;
  Span<Space, Twist*> u;
  Span<Space, Real*> weight;  // (rows) r
  Linearisation<Space> law;   // of the rows there
  Span<Space, int*> active;   // (worlds) 1 in the worlds that go on from here
};

/// Newton's equations at the iterate and their solution, du and d lambda = P_right z + step.
template <class Space>
struct IterateStep {
  SchurSystem<Space> system;            // rows.J is J P_right, and Q has the regularisation
  Span<Space, Real*> b, z;              // as they were solved
  Span<Space, Twist*> defect_response;  // K^-1 M d, which b has got
  Span<Space, Twist*> du;
};

/// Called by a solver in this order: begin, and then iterate and step in turn; the last iterate has
/// no step. A solver of other equations than Newton's has none at all.
template <class Space>
class IterateObserver {
 public:
  virtual ~IterateObserver() = default;

  /// All worlds run. `problem` lives until the solver ends.
  virtual void begin(Space const& space, StepProblem<Space> const& problem, char const* solver) = 0;
  /// Of the worlds that ran at the last one, or since begin.
  virtual void iterate(Space const& space, Iterate<Space> const& now) = 0;
  virtual void step(Space const& space, IterateStep<Space> const& step) = 0;
};

}  // namespace orthant
