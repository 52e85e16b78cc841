// The interface by which a nonlinear solver shows its iterates.
#pragma once
#include "orthant/core/step/linear_solver.hpp"
#include "orthant/core/step/step_problem.hpp"

namespace orthant {

/// An iterate; problem.rows(), inverse_mass() and free_twist() belong to it.
template <class Space>
struct Iterate {
  int iteration = 0;
  Span<Space, Twist*> u;
  Span<Space, Real*> weight;  // (rows) r
  Linearisation<Space> law;   // of the rows at the iterate
  Span<Space, int*> active;   // (worlds) 1 in worlds that continue from here
};

/// Newton's equations at the iterate and their solution, du and dlambda = P_right z + step.
template <class Space>
struct IterateStep {
  SchurSystem<Space> system;            // rows.J is J P_right, and Q includes the regularisation
  Span<Space, Real*> b, z;              // right-hand side and solution
  Span<Space, Twist*> defect_response;  // K^-1 M d, which b includes
  Span<Space, Twist*> du;
  Span<Space, Real* [2][6]> slope = {};  // (rows) da/du; empty: J
};

/// A solver calls begin, and then iterate and step in turn; the last iterate has no step. A solver
/// without Newton's equations never calls step.
template <class Space>
class IterateObserver {
 public:
  virtual ~IterateObserver() = default;

  /// All worlds run. `problem` is valid until the solver ends.
  virtual void begin(Space const& space, StepProblem<Space> const& problem, char const* solver) = 0;
  /// Worlds that ran at the previous iterate, or since begin.
  virtual void iterate(Space const& space, Iterate<Space> const& now) = 0;
  virtual void step(Space const& space, IterateStep<Space> const& step) = 0;
};

}  // namespace orthant
