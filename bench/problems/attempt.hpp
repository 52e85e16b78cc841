// One solver on one stored problem, timed, judged from outside, and whatever happens a record.
#pragma once
#include <functional>
#include <memory>

#include "bench/problems/record.hpp"
#include "core/cone_problem/cone_solver.hpp"

namespace orthant {

/// What a solver says of itself.
struct Outcome {
  bool converged = false;
  long iterations = 0;
  std::string reason;
};

/// A solver and a problem in the form that it takes.
class PreparedSolve {
 public:
  virtual ~PreparedSolve() = default;
  virtual Outcome run(Vector& r) = 0;  // from r = 0: what is timed
};

/// `prepare` brings the problem into the solver's own form, which is not timed. The tolerance is
/// on the natural map relative to |q|; solvers may take the time limit or leave it.
struct Contender {
  std::string name;
  std::function<std::unique_ptr<PreparedSolve>(ConeProblem const&, ConeStop const&)> prepare;
};

/// In a child process. Short solves are repeated, each prepared anew; the mean counts.
Record attempt(ConeProblem const& problem, Contender const& contender, ConeStop const& stop);

}  // namespace orthant
