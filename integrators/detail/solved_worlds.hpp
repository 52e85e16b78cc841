// Which worlds of a batch a stage solves, and how it leaves them.
#pragma once

#include "orthant/core/step/nonlinear_solver.hpp"

namespace orthant {

namespace solved_kernels {

/// Leaves the worlds that are not marked.
template <class Space>
struct Leave {
  static constexpr char const* label = "orthant::integrator::leave_worlds";
  Span<Space, int*> marked, out;
  KOKKOS_FUNCTION void operator()(int w) const { out(w) = marked(w) == 0; }
};

/// Forgets what was solved in the marked worlds.
template <class Space>
struct Forget {
  static constexpr char const* label = "orthant::integrator::forget_solved";
  Span<Space, int*> marked, solved;
  Span<Space, Real*> normal;
  KOKKOS_FUNCTION void operator()(int w) const {
    if (marked(w) == 0) return;
    solved(w) = 1;
    normal(w) = 0;
  }
};

/// What `later` solved counts too.
template <class Space>
struct Join {
  static constexpr char const* label = "orthant::integrator::join_solved";
  Span<Space, int*> solved, later;
  Span<Space, Real*> normal, normal_later;
  KOKKOS_FUNCTION void operator()(int w) const {
    solved(w) = solved(w) != 0 && later(w) != 0;
    normal(w) = larger(normal(w), normal_later(w));
  }
};

}  // namespace solved_kernels

/// A world is solved as it would be alone: one that needs no solution, or has one, stays as it is,
/// and the solver remembers nothing of the solution that others need.
template <class Space>
class SolvedWorlds {
 public:
  explicit SolvedWorlds(Sizes const& n)
      : solved_("orthant::integrator::solved", n.worlds),
        normal_("orthant::integrator::normal_error", n.worlds),
        now_("orthant::integrator::solved_now", n.worlds),
        error_("orthant::integrator::error_now", n.worlds),
        normal_now_("orthant::integrator::normal_now", n.worlds) {}

  /// Forgets what was solved.
  void begin(Space const& space) {
    fill_all(space, solved_, 1);
    fill_all(space, normal_, 0.);
  }
  /// Solves in all worlds.
  NonlinearReport solve(Space const& space, NonlinearSolver<Space>& solver,
                        StepProblem<Space>& problem, Span<Space, Twist*> u) {
    fill_all(space, now_, 0);
    return ask(space, solver, problem, u);
  }
  /// Solves in the marked worlds.
  NonlinearReport solve_in(Space const& space, Span<Space, int*> marked,
                           NonlinearSolver<Space>& solver, StepProblem<Space>& problem,
                           Span<Space, Twist*> u) {
    each(space, now_.extent_int(0), solved_kernels::Leave<Space>{marked, now_});
    return ask(space, solver, problem, u);
  }
  /// What the marked worlds solved is given up for another solution.
  void forget_in(Space const& space, Span<Space, int*> marked) {
    each(space, now_.extent_int(0), solved_kernels::Forget<Space>{marked, solved_, normal_});
  }
  /// Counts what another one solved.
  void join(Space const& space, SolvedWorlds const& other) {
    join(space, other.solved_, other.normal_);
  }

  Span<Space, int*> solved() const { return solved_; }   // (worlds) since `begin`, by every solve
  Span<Space, Real*> normal() const { return normal_; }  // (worlds) see WorldEnds, the largest

 private:
  NonlinearReport ask(Space const& space, NonlinearSolver<Space>& solver,
                      StepProblem<Space>& problem, Span<Space, Twist*> u) {
    bool const batch = now_.extent_int(0) > 1;
    fill_all(space, normal_now_, 0.);
    if (batch) solver.leave_solved({now_, error_, normal_now_});
    NonlinearReport const report = solver.solve(space, problem, u);
    if (batch) solver.leave_solved({});
    // A solver that ignored it tells of all worlds at once.
    if (!batch || report.converged()) fill_all(space, now_, int(report.converged()));
    if (!batch) fill_all(space, normal_now_, report.residual.normal);
    join(space, now_, normal_now_);
    return report;
  }
  void join(Space const& space, Span<Space, int*> solved, Span<Space, Real*> normal) {
    each(space, now_.extent_int(0), solved_kernels::Join<Space>{solved_, solved, normal_, normal});
  }

  Array<Space, int*> solved_;
  Array<Space, Real*> normal_;
  Array<Space, int*> now_;  // by the last solve
  Array<Space, Real*> error_, normal_now_;
};

}  // namespace orthant
