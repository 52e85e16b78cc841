// One solver on one problem, timed and measured independently.
#pragma once
#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/core/cone_problem/cone_solver.hpp"

namespace orthant {

struct TimedSolve {
  ConeReport report;  // of the first solve
  ConeMeasures measures;
  double seconds = 0;  // CPU time of a solve over all threads: mean of `solves`
  int solves = 0;
  bool solved = false;  // measures.natural_map is at most the tolerance
};

/// Solves from r = 0, again and again until `repeat_for` [s] of CPU time have passed, at most 200
/// times, because the first solve of a process includes page faults. Impulses that are not finite
/// are measured as zero. Throws Error if the solver refuses the problem.
TimedSolve timed_solve(ConeProblem const& problem, ConeSolver const& solver, double repeat_for);

}  // namespace orthant
