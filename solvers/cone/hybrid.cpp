// The order in which the methods follow each other.
#include "solvers/cone/hybrid.hpp"

#include "solvers/cone/alart_curnier.hpp"
#include "solvers/cone/interior_point.hpp"
#include "solvers/cone/progress.hpp"
#include "solvers/cone/proximal_newton.hpp"

namespace orthant {
namespace {

/// Runs one method with the time that is left; keeps what it finds if that is better.
class Sequence {
 public:
  Sequence(ConeProblem const& problem, ConeStop const& stop)
      : workspace_(problem), stop_(stop), progress_(problem, stop, "start") {}

  template <class Solver, class Settings>
  void run(Settings settings, Vector r) {
    double const seconds = progress_.seconds_left();
    if (progress_.converged() || seconds <= 0) return;
    settings.stop = {stop_.tolerance, seconds};
    ConeReport const part = Solver(settings).solve(workspace_, r);
    progress_.append(part);
    progress_.judge(r);
    last_ = part.reason;
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

ConeReport Hybrid::solve(ConeProblem const& problem, Vector& r) {
  Sequence sequence(problem, set_.stop);
  cone::Progress& progress = sequence.progress();
  cone::begin_at(progress, problem, r);
  ProximalNewtonSettings first;
  first.iterations = set_.first_iterations;
  first.patience = set_.first_patience;
  sequence.run<ProximalNewton>(first, r);
  Vector const cold = Vector::Zero(problem.q.size());
  sequence.run<InteriorPoint>(InteriorPointSettings{}, cold);
  sequence.run<AlartCurnier>(AlartCurnierSettings{}, progress.nearest());
  InteriorPointSettings lagged;
  lagged.exact_shift = false;
  sequence.run<InteriorPoint>(lagged, cold);
  sequence.run<AlartCurnier>(AlartCurnierSettings{}, progress.nearest());
  sequence.run<ProximalNewton>(ProximalNewtonSettings{}, progress.nearest());
  return sequence.finish(r);
}

}  // namespace orthant
