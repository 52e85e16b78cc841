// Runs the methods in sequence, each from the best iterate so far.
#include "orthant/solvers/cone/detail/hybrid.hpp"

#include "orthant/solvers/cone/detail/proximal_newton.hpp"
#include "orthant/solvers/cone/gauss_seidel.hpp"
#include "orthant/solvers/cone/infeasible.hpp"
#include "orthant/solvers/cone/progress.hpp"
#include "orthant/solvers/cone/taylor_path.hpp"

namespace orthant {
namespace {

/// Runs the methods one by one, each for the remaining time. The best iterate of all is kept.
class Sequence {
 public:
  Sequence(ConeProblem const& problem, ConeStop const& stop)
      : workspace_(problem), stop_(stop), progress_(problem, stop, "start") {}

  template <class Solver, class Settings>
  Vector run(Settings const& settings, Vector r) {
    double const seconds = progress_.seconds_left();
    if (progress_.converged() || seconds <= 0) return r;
    ConeReport const part = Solver(settings).solve(workspace_, r, {stop_.tolerance, seconds});
    progress_.append(part);
    progress_.judge(r);
    last_ = part.reason;
    return r;
  }

  bool is_infeasible() {
    double const seconds = progress_.seconds_left();
    return !progress_.converged() && seconds > 0 && has_no_solution(workspace_, seconds);
  }

  cone::Progress& progress() { return progress_; }
  ConeReport finish(Vector& r) {
    return progress_.finish(progress_.seconds_left() <= 0 ? StopReason::time_limit : last_, r);
  }

 private:
  cone::Workspace workspace_;
  ConeStop stop_;
  cone::Progress progress_;
  StopReason last_ = StopReason::converged;
};

}  // namespace

ConeReport Hybrid::do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const {
  Sequence sequence(problem, stop);
  cone::Progress& progress = sequence.progress();
  cone::begin_at(progress, problem, r);
  ProximalNewtonSettings first;
  first.iterations = set_.first_iterations;
  first.patience = set_.first_patience;
  sequence.run<GaussSeidel>(GaussSeidelSettings{}, r);
  if (progress.converged()) return sequence.finish(r);
  sequence.run<ProximalNewton>(first, progress.nearest());
  sequence.run<TaylorPath>(TaylorPathSettings{}, progress.nearest());
  if (sequence.is_infeasible()) return progress.finish(StopReason::infeasible, r);
  ProximalNewtonSettings last;
  last.iterations = last.patience = set_.last_iterations;
  sequence.run<ProximalNewton>(last, progress.nearest());
  return sequence.finish(r);
}

}  // namespace orthant
