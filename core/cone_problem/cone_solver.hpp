// Solves a ConeProblem on the host.
#pragma once
#include <vector>

#include "core/cone_problem/cone_problem.hpp"
#include "core/config/registry.hpp"
#include "core/step/friction_law.hpp"
#include "core/step/report.hpp"

namespace orthant {

/// One iteration of a cone solver.
struct ConeIteration {
  double natural_map = 0;  // relative to |q|, at the start of the iteration
  double step = 0;         // step length; 0: none taken
  char const* phase = "";  // which part of a combined method
};

/// What a cone solver says of itself; failing throws nothing.
struct ConeReport {
  StopReason reason = StopReason::converged;  // why it ended
  int iterations = 0;                         // of what the method iterates
  int linear_solves = 0;                      // factorisations
  double natural_map = 0;                     // relative to |q|, of the impulses that are returned
  std::vector<ConeIteration> history;         // one entry an iteration

  /// Whether natural_map is at most the tolerance.
  bool converged() const { return reason == StopReason::converged; }
};

/// When any of them stops.
struct ConeStop {
  double tolerance = 1e-12;  // on the natural map relative to |q|
  double seconds = 10;       // of wall time

  /// Visits both.
  void fields(Fields& f) {
    f.real("tolerance", tolerance, not_negative(), "on the natural map relative to |q|");
    f.real("seconds", seconds, positive(), "[s] most wall time");
  }
};

/// Finds r (3n) of a ConeProblem, in its units; world by world, on the host.
class ConeSolver {
 public:
  /// `stop` is that of its settings.
  explicit ConeSolver(ConeStop const& stop) : stop_(stop) {}
  virtual ~ConeSolver() = default;
  /// On entry r (3n) is a starting point; of another size, or not finite, it is taken as zero. On
  /// return it is the solution, or the best iterate. A debug build looks at sizes and numbers.
  ConeReport solve(ConeProblem const& problem, Vector& r, ConeStop const& stop);
  /// The same, until what its settings say.
  ConeReport solve(ConeProblem const& problem, Vector& r) { return solve(problem, r, stop_); }

  /// What its settings say.
  ConeStop const& stop() const { return stop_; }

  /// The law that its impulses obey.
  virtual FrictionLaw law() const { return {}; }

 protected:
  /// What `solve` promises, from a starting point of the right size.
  virtual ConeReport do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) = 0;

 private:
  ConeStop stop_;
};

/// Cone solvers by name.
using ConeSolvers = Registry<ConeSolver>;

}  // namespace orthant
