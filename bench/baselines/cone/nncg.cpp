// Nonsmooth nonlinear conjugate gradients over Gauss-Seidel [Silcowitz, Niebe, Erleben 2010].
#include "bench/baselines/cone/register.hpp"
#include "orthant/solvers/cone/first_order/detail/iteration_monitor.hpp"
#include "orthant/solvers/cone/sweep.hpp"

namespace orthant {
namespace {

/// The change g of the impulses in a Gauss-Seidel sweep takes the place of a negative gradient:
///   r = sweep(y),   g = r - y,   beta = |g|^2 / |g_before|^2   [Fletcher, Reeves 1964],
///   y = r + beta p,   p <- beta p + g.
/// Where |g| grows, the method restarts with y = r and p = 0. r is in the friction cone; y need not
/// be.
class Nncg final : public ConeSolver {
 public:
  explicit Nncg(IterationLimits const& set) : ConeSolver(set), set_(set) {}

  ConeReport do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const override {
    cone::Sweep const sweep(problem);
    IterationMonitor monitor({stop, set_.max_iterations}, problem, "nncg");
    Vector y = r, p = Vector::Zero(r.size());
    double before = 0;
    while (monitor.goes_on(r)) {
      Vector u = velocities(problem, y);
      r = y;
      sweep(r, u);
      Vector const g = r - y;
      double const size = g.squaredNorm();
      if (before == 0) {  // the first
        p = g;
        y = r;
      } else if (size > before) {
        p.setZero();
        y = r;
      } else {
        p *= size / before;
        y = r + p;
        p += g;
      }
      before = size;
    }
    return monitor.finish(r);
  }

 private:
  IterationLimits set_;
};

}  // namespace

void register_nncg(ConeSolvers& solvers) {
  solvers.add<IterationLimits>(
      "nncg", "nonlinear conjugate gradients over Gauss-Seidel sweeps",
      [](IterationLimits const& set, Config&) { return std::make_unique<Nncg>(set); });
}

}  // namespace orthant
