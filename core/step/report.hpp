// The reports of solvers.
#pragma once
#include <algorithm>
#include <span>

namespace orthant {

/// Why an iteration ended, in order of severity: a batch reports its worst world.
enum class StopReason : int {
  converged,
  iteration_limit,  // the best iterate is returned
  time_limit,       // the best iterate is returned
  stalled,          // no progress for `patience` iterations
  linearisation,    // linearised rows are solved, but do not settle when linearised anew
  opened,           // linear rows are solved, and leave joints open
  sunk,             // rows are solved by impulses that a selection among them made
  turned,           // a body turns too far for the equation of its free rotation
  turned_line,      // a force acts along a line of two points that turns round
  line_search,      // no step length decreases the merit function
  linear_solver,    // the linear solver returned no usable direction
  infeasible,       // proved to have no solution
  not_finite        // overflow or NaN: the previous iterate is returned
};

/// The reason in words.
constexpr char const* text(StopReason reason) {
  switch (reason) {
    case StopReason::converged:
      return "converged";
    case StopReason::iteration_limit:
      return "iteration limit reached";
    case StopReason::time_limit:
      return "time limit reached";
    case StopReason::stalled:
      return "stalled";
    case StopReason::linearisation:
      return "rows do not settle as they are linearised anew";
    case StopReason::opened:
      return "linear rows are solved but leave joints open";
    case StopReason::sunk:
      return "rows contradict each other, and least_norm lets bodies sink";
    case StopReason::turned:
      return "a body turns too far in a step: its free rotation is not solved";
    case StopReason::turned_line:
      return "a strut or a distance turns by more than a right angle in a step";
    case StopReason::line_search:
      return "line search found no decrease";
    case StopReason::linear_solver:
      return "linear solver failed";
    case StopReason::infeasible:
      return "no solution exists";
    case StopReason::not_finite:
      return "not finite";
  }
  return "";
}

/// Infinity norms of the residual by kind of row, the largest over the worlds; kinds are never
/// added up.
struct Residuals {
  double dynamics = 0;          // M (u - u_free) - J^T lambda, linear part [N s]
  double dynamics_angular = 0;  // and its angular part [N m s]
  double joint = 0;             // bilateral rows [m/s]
  double joint_angular = 0;     // bilateral rows [rad/s]
  double normal = 0;            // complementarity rows of contacts and limits [m/s]
  double friction = 0;          // friction rows [m/s]
  double normal_angular = 0;    // complementarity rows of limits [rad/s]
  double friction_angular = 0;  // friction rows [rad/s]
};

/// The larger residual of each kind.
constexpr Residuals worse(Residuals const& a, Residuals const& b) {
  return {std::max(a.dynamics, b.dynamics),
          std::max(a.dynamics_angular, b.dynamics_angular),
          std::max(a.joint, b.joint),
          std::max(a.joint_angular, b.joint_angular),
          std::max(a.normal, b.normal),
          std::max(a.friction, b.friction),
          std::max(a.normal_angular, b.normal_angular),
          std::max(a.friction_angular, b.friction_angular)};
}

/// Number of systems of single worlds by factorisation, for a linear solver that chooses.
struct Factorised {
  long dense = 0;   // dense
  long sparse = 0;  // sparse
  /// Adds the counts.
  constexpr Factorised& operator+=(Factorised const& other) {
    dense += other.dense;
    sparse += other.sparse;
    return *this;
  }
};

/// One nonlinear iteration of the batch; of an island where these are solved one by one.
struct IterationRecord {
  int iteration = 0;           // from 0
  int worlds_running = 0;      // at its start
  Residuals residual;          // at the start of the iteration
  double step = 0;             // smallest step length taken by a running world; 0: none taken
  int linear_iterations = 0;   // summed over the worlds
  double linear_residual = 0;  // largest |b - S z| / |b| of the iteration's linear solve
  char const* stage = "";      // of the step; this and the next three as in SolveRecord
  char const* solver = "";     // its name
  int attempt = 0;             // at the step, from 0
  int island = -1;             // -1: all that is solved together
  bool last = false;           // of its solve
  StopReason reason = StopReason::converged;  // of the last one: why the solve ended

  /// Takes in the iteration of other worlds, which the caller counts.
  void join(IterationRecord const& beside) {
    residual = worse(residual, beside.residual);
    if (beside.step > 0) step = step > 0 ? std::min(step, beside.step) : beside.step;
    linear_iterations += beside.linear_iterations;
    linear_residual = std::max(linear_residual, beside.linear_residual);
  }
};

/// The report of a linear solve of the batch.
struct LinearReport {
  int iterations = 0;          // summed over the worlds
  double residual = 0;         // largest |b - S z| / |b| over the worlds
  bool usable = true;          // false if a world got no finite solution
  Factorised factorised = {};  // if it chooses a factorisation
};

/// Stands for a solver in the worlds that it solved to an acceptable error only. An array, so that
/// all have the same address.
inline constexpr char by_acceptable[] = "acceptable";

/// For solvers in turn: a solver, and the worlds that it solved first.
struct SolvedBy {
  char const* solver = "";  // its name
  int worlds = 0;           // of the batch
};

/// The work of a nonlinear solve of the batch.
struct Work {
  int iterations = 0;          // largest number over the worlds
  int linear_solves = 0;       // linear systems, each with one or two right-hand sides
  int linear_iterations = 0;   // summed over solves and worlds
  Factorised factorised = {};  // if the linear solver chooses
  /// Adds the work of another solve.
  constexpr Work& operator+=(Work const& other) {
    iterations += other.iterations;
    linear_solves += other.linear_solves;
    linear_iterations += other.linear_iterations;
    factorised += other.factorised;
    return *this;
  }
};

/// One solve of one solver, which is not made of others.
struct SolveRecord : Work {
  StopReason reason = StopReason::converged;  // of the worst world
  Residuals residual;                         // of the returned iterate
  char const* stage = "";                     // of the step
  char const* solver = "";                    // its name; "": the step has no other
  int attempt = 0;                            // of the step, from 0
  int island = -1;  // of the world, from 0, where islands are solved one by one
  int group = -1;   // of worlds, from 0, where these are solved one by one
};

/// The report of a nonlinear solve of the batch.
struct NonlinearReport : Work {
  StopReason reason = StopReason::converged;  // of the worst world
  char const* stage = "";                     // of the step that did not converge
  int worlds_converged = 0;                   // in the batch
  Residuals residual;                         // of the returned iterate
  double round_off = 0;  // [m/s] largest round-off of a row, which the tolerance excludes
  std::span<IterationRecord const> history;  // valid until the next solve
  std::span<SolveRecord const> log;          // of the solves in it; valid until the next solve
  std::span<SolvedBy const> solved_by;       // valid until the next solve; empty for a single
                                             // solver that solved all to the tolerance

  /// Whether every world converged.
  bool converged() const { return reason == StopReason::converged; }
};

}  // namespace orthant
