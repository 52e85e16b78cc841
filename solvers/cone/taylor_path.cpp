// Starts of the path, and when a walk along it ends.
#include "orthant/solvers/cone/taylor_path.hpp"

#include <cmath>
#include <limits>

#include "orthant/solvers/cone/alart_curnier.hpp"
#include "orthant/solvers/cone/dissipation_path.hpp"
#include "orthant/solvers/cone/progress.hpp"

namespace orthant {
namespace {

using namespace cone;

/// Walks along the path, each with a Newton method of least norm from where it ends.
class SeriesWalk {
 public:
  SeriesWalk(Workspace& workspace, Progress& progress, ConeStop const& stop, int iterations)
      : workspace_(workspace),
        progress_(progress),
        stop_(stop),
        iterations_(iterations),
        system_(workspace.problem(), BlockShiftedSystem::Choice::velocities),
        path_(workspace.problem(), system_) {}

  DissipationPath& path() { return path_; }

  /// Steps along the path until it converges or ends.
  StopReason run() {
    least_ = std::numeric_limits<double>::infinity();
    without_ = 0;
    for (int k = 0;; ++k) {
      Vector const r = path_.impulses();
      Vector const u = system_.mobility(r) + workspace_.problem().q;
      double const error = progress_.begin(r, u).scaled;
      if (progress_.converged()) return StopReason::converged;
      if (!std::isfinite(error)) return StopReason::not_finite;
      if (k == iterations_) return ended(StopReason::iteration_limit);
      if (progress_.seconds_left() <= 0) return StopReason::time_limit;
      without_ = error < 0.9 * least_ ? 0 : without_ + 1;
      if (without_ == 0) least_ = error;
      if (without_ >= patience) return ended(StopReason::stalled);
      path_.measure(u);
      progress_.factorised();
      auto const length = path_.advance();
      if (!length) return StopReason::linear_solver;
      progress_.step(*length);
      if (*length == 0) return ended(StopReason::line_search);
    }
  }

 private:
  /// Tries Newton from the best point.
  StopReason ended(StopReason why) {
    Vector r = progress_.nearest();
    ConeStop const stop{stop_.tolerance, std::max(progress_.seconds_left(), 1e-3)};
    progress_.append(AlartCurnier({}).solve(workspace_, r, stop));
    progress_.judge(r);
    return progress_.converged() ? StopReason::converged : why;
  }

  Workspace& workspace_;
  Progress& progress_;
  ConeStop const& stop_;
  int iterations_;
  BlockShiftedSystem system_;
  DissipationPath path_;
  static constexpr int patience = 25;
  double least_ = std::numeric_limits<double>::infinity();
  int without_ = 0;
};

}  // namespace

ConeReport TaylorPath::do_solve(ConeProblem const& problem, Vector& r, ConeStop const& stop) const {
  cone::Workspace workspace(problem);
  return solve(workspace, r, stop);
}

ConeReport TaylorPath::solve(cone::Workspace& workspace, Vector& r, ConeStop const& stop) const {
  cone::Progress progress(workspace.problem(), stop, "path");
  cone::begin_at(progress, workspace.problem(), r);
  if (progress.converged()) return progress.finish(StopReason::converged, r);
  SeriesWalk walk(workspace, progress, stop, set_.iterations);
  StopReason why = StopReason::line_search;
  if (!r.isZero(0)) {
    walk.path().start_near(r);
    why = walk.run();
  }
  if (!progress.converged() && why != StopReason::time_limit) {
    walk.path().start_cold();
    why = walk.run();
  }
  return progress.finish(why, r);
}

}  // namespace orthant
