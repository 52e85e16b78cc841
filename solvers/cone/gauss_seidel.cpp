// Gauss-Seidel sweeps over the contacts, up to the cost of Newton's method.
#include "orthant/solvers/cone/gauss_seidel.hpp"

#include "orthant/solvers/cone/progress.hpp"
#include "orthant/solvers/cone/sweep.hpp"

namespace orthant {
namespace {

using namespace cone;

/// The number of sweeps that cost as much as 12 Newton steps. Operations are counted by entries of
/// W and by contacts; a factorisation is assumed to use each entry 60 times.
double sweeps_worth_newton(ConeProblem const& problem) {
  double const entries = static_cast<double>(problem.W.nonZeros()), n = problem.contacts();
  return 12 * (60 * entries + 2000 * n) / (4 * entries + 600 * n);
}

}  // namespace

ConeReport GaussSeidel::solve(Workspace& workspace, Vector& r, ConeStop const& stop) const {
  ConeProblem const& problem = workspace.problem();
  Progress progress(problem, stop, "gauss-seidel");
  begin_at(progress, problem, r);
  Sweep const sweep(problem);
  double const budget = sweeps_worth_newton(problem);
  Vector u = velocities(problem, r);
  constexpr int window = 4;  // sweeps over which the convergence rate is measured
  std::vector<double> errors;
  for (int k = 0; !progress.converged(); ++k) {
    if (progress.seconds_left() <= 0) return progress.finish(StopReason::time_limit, r);
    errors.push_back(progress.begin(r, u).natural_map);
    if (progress.converged()) break;
    if (k >= window) {
      double const rate = std::log(errors[k] / errors[k - window]) / window,
                   left = std::log(stop.tolerance / errors[k]) / rate;
      if (!(rate < 0 && k + left < budget)) return progress.finish(StopReason::stalled, r);
    }
    sweep(r, u);
    progress.step(1);
  }
  return progress.finish(StopReason::iteration_limit, r);
}

}  // namespace orthant
