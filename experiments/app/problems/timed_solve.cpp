// Measures CPU time, which is valid on a busy machine too.
#include "experiments/app/problems/timed_solve.hpp"

#include <ctime>

namespace orthant {
namespace {

double cpu_seconds() {
  timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

constexpr int most_solves = 200;

}  // namespace

TimedSolve timed_solve(ConeProblem const& problem, ConeSolver const& solver, double repeat_for) {
  TimedSolve out;
  Vector first;
  do {
    Vector r = Vector::Zero(problem.q.size());
    double const start = cpu_seconds();
    auto report = solver.solve(problem, r);
    out.seconds += cpu_seconds() - start;
    if (out.solves++ > 0) continue;
    out.report = std::move(report);
    first = std::move(r);
  } while (out.seconds < repeat_for && out.solves < most_solves);
  out.seconds /= out.solves;
  if (first.size() != problem.q.size() || !first.allFinite())
    first = Vector::Zero(problem.q.size());  // impulses that are not finite have no error
  out.measures = measure(problem, first);
  out.solved = out.measures.natural_map <= solver.stop().tolerance;
  return out;
}

}  // namespace orthant
