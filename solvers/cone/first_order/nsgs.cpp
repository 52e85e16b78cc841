// Nonsmooth Gauss-Seidel (NSGS): the contacts are solved exactly, one after the other [Jourdan,
// Alart, Jean 1998].
#include "orthant/solvers/cone/first_order/detail/register.hpp"
#include "orthant/solvers/cone/sweep.hpp"

namespace orthant {
namespace {

class Nsgs final : public ConeSolver {
 public:
  explicit Nsgs(IterationLimits const& set) : ConeSolver(set), set_(set) {}

  ConeReport do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const override {
    cone::Sweep const sweep(problem);
    IterationMonitor monitor({stop, set_.max_iterations}, problem, "nsgs");
    while (monitor.goes_on(r)) {
      Vector u = velocities(problem, r);
      sweep(r, u);
    }
    return monitor.finish(r);
  }

 private:
  IterationLimits set_;
};

}  // namespace

void register_nsgs(ConeSolvers& solvers) {
  solvers.add<IterationLimits>(
      "nsgs", "nonsmooth Gauss-Seidel, contacts solved exactly",
      [](IterationLimits const& set, Config&) { return std::make_unique<Nsgs>(set); });
}

}  // namespace orthant
