// One solver on one problem, timed, and judged from outside.
#pragma once
#include <functional>
#include <memory>

#include "core/cone_problem/cone_measures.hpp"
#include "core/cone_problem/cone_solver.hpp"

namespace orthant {

struct TimedSolve {
  ConeReport report;  // of the first solve
  ConeMeasures measures;
  double seconds = 0;  // CPU time of a solve, of all threads: the mean of `solves`
  int solves = 0;
  bool solved = false;  // measures.natural_map is at most the tolerance, whatever the solver says
};

/// Solves from r = 0, again and again until `repeat_for` [s] of CPU time have passed, 200 times at
/// most: the first solve of a process pays for its pages. Each has a solver of its own, which is
/// not part of the time. Impulses that are not finite are measured as none. Throws Error where the
/// solver refuses the problem.
TimedSolve timed_solve(ConeProblem const& problem,
                       std::function<std::unique_ptr<ConeSolver>()> const& make, double repeat_for);

}  // namespace orthant
