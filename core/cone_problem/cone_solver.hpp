// The interface of solvers of a ConeProblem on the host.
#pragma once
#include <vector>

#include "orthant/core/cone_problem/cone_problem.hpp"
#include "orthant/core/config/registry.hpp"
#include "orthant/core/step/detail/friction_law.hpp"
#include "orthant/core/step/report.hpp"

namespace orthant {

/// One iteration of a cone solver.
struct ConeIteration {
  double natural_map = 0;  // relative to |q|, at the start of the iteration
  double step = 0;         // step length; 0: none taken
  char const* phase = "";  // part of a combined method
};

/// The report of a cone solver, which throws nothing if it fails.
struct ConeReport {
  StopReason reason = StopReason::converged;  // why it ended
  int iterations = 0;                         // of what the method iterates
  int linear_solves = 0;                      // factorisations
  double natural_map = 0;                     // relative to |q|, of the returned impulses
  std::vector<ConeIteration> history;         // one entry for each iteration

  /// Whether natural_map is at most the tolerance.
  bool converged() const { return reason == StopReason::converged; }
};

/// The stopping criteria of a cone solver.
struct ConeStop {
  double tolerance = 1e-12;  // on the natural map relative to |q|
  double seconds = 10;       // of CPU time of the calling thread
  /// For solvers with a patience: stop too after so many iterations that have not halved the error,
  /// once the natural map is at most `acceptable`. 0: never.
  int patience = 0;
  double acceptable = 0;  ///< relative to |q|, see `patience`

  /// Visits tolerance and time.
  void fields(Fields& f) {
    f.real("tolerance", tolerance, not_negative(), "on the natural map relative to |q|");
    f.real("seconds", seconds, positive(), "[s] most CPU time");
  }
};

/// Finds r (3n) of a ConeProblem, in its units, on the host. It is its settings, and remembers
/// nothing; so one may be shared.
class ConeSolver {
 public:
  /// `stop` are the criteria of its settings.
  explicit ConeSolver(ConeStop const& stop) : stop_(stop) {}
  virtual ~ConeSolver() = default;
  /// On entry r (3n) is the start; if it has another size or is not finite, the start is zero. On
  /// return it is the solution, or the best iterate. A debug build checks sizes and numbers.
  ConeReport solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const;
  /// The same with the criteria of its settings.
  ConeReport solve(ConeProblem const& problem, Vector& r) const { return solve(problem, r, stop_); }

  /// The criteria of its settings.
  ConeStop const& stop() const { return stop_; }

  /// The law that its impulses obey.
  virtual FrictionLaw law() const { return {}; }

 protected:
  /// Implements `solve`, for a start of the right size.
  virtual ConeReport do_solve(ConeProblem const& problem, Vector& r,
                              ConeStop const& stop) const = 0;

 private:
  ConeStop stop_;
};

/// Cone solvers by name.
using ConeSolvers = Registry<std::shared_ptr<ConeSolver const>>;

}  // namespace orthant
