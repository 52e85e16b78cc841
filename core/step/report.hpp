// What a solver says of itself when it stops.
#pragma once
#include <span>
#include <string>

namespace orthant {

/// Why an iteration ended. The order is that of severity: a batch reports its worst world.
enum class StopReason : int {
  converged,
  iteration_limit,  // the best iterate is returned
  time_limit,       // likewise
  stalled,          // no better iterate for `patience` iterations
  line_search,      // no step length decreases the merit function
  linear_solver,    // the linear solver returned no usable direction
  infeasible,       // it is proved that there is no solution
  not_finite        // overflow or NaN: the iterate before it is returned
};

/// In words.
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

/// Infinity norms of the residual, one per kind of row, never added up; worst over the worlds.
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

/// Systems of single worlds, by how they were factorised, of a linear solver that chooses.
struct Factorised {
  long dense = 0;   // in full
  long sparse = 0;  // by their structure
  /// Adds up.
  constexpr Factorised& operator+=(Factorised const& other) {
    dense += other.dense;
    sparse += other.sparse;
    return *this;
  }
};

/// One nonlinear iteration of the batch.
struct IterationRecord {
  int iteration = 0;           // from 0
  int worlds_running = 0;      // at its start
  Residuals residual;          // at the start of the iteration
  double step = 0;             // smallest step length taken by a running world; 0: none taken
  int linear_iterations = 0;   // summed over the worlds
  double linear_residual = 0;  // largest |b - S z| / |b| of the iteration's linear solve
};

/// Of a linear solve of the batch.
struct LinearReport {
  int iterations = 0;          // summed over the worlds
  double residual = 0;         // largest |b - S z| / |b| over the worlds
  bool usable = true;          // false where a world got no finite solution
  Factorised factorised = {};  // where it chooses
};

/// Of solvers in turn: one that was asked, and the worlds that it was the first to solve.
struct SolvedBy {
  char const* solver = "";  // its name
  int worlds = 0;           // of the batch
};

/// Of a nonlinear solve of the batch.
struct NonlinearReport {
  StopReason reason = StopReason::converged;  // the worst world's
  int worlds_converged = 0;                   // of the batch
  int iterations = 0;                         // of the world that needed most
  int linear_solves = 0;       // linear systems, each with one or two right-hand sides
  int linear_iterations = 0;   // summed over solves and worlds
  Factorised factorised = {};  // where the linear solver chooses
  Residuals residual;          // of the iterate that is returned
  double round_off = 0;        // [m/s] what round-off leaves on a row at most, and is not asked for
  std::span<IterationRecord const> history;  // valid until the next solve
  std::span<SolvedBy const> solved_by;       // likewise; empty where a solver stands alone

  /// Whether every world did.
  bool converged() const { return reason == StopReason::converged; }
};

}  // namespace orthant
