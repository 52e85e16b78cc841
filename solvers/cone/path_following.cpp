// The length of steps along the curve of smoothed contact laws, and when Newton takes over.
#include "solvers/cone/path_following.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/cone/progress.hpp"
#include "solvers/cone/proximal_newton.hpp"
#include "solvers/cone/smoothed_path.hpp"

namespace orthant {
namespace {

using namespace cone;

/// Steps in which Newton towards the curve and the tangent along it are taken together.
class Stepper {
 public:
  Stepper(SmoothedPath& path, PathFollowingSettings const& set, int contacts)
      : path_(path), set_(set), largest_defect_(set.largest_defect * std::sqrt(contacts)) {}

  /// The part of Newton's step that was taken: 0 where none leads towards the curve.
  double advance() {
    constexpr double shortest = 1e-6;
    for (double length = 2 * length_; length > shortest; length /= 2)
      if (goes_to(path_.moved(1, length))) {
        length_ = length;
        return 1;
      }
    length_ = std::max(length_ / 4, shortest);
    return towards_curve();
  }

 private:
  bool goes_to(PathPoint point) {
    constexpr double most_up = 1.5, most_down = 5;
    double const change = point.log_tau - path_.point().log_tau;
    if (!(change < most_up && change > -most_down)) return false;
    if (!path_.distance(point).within(set_.centrality, largest_defect_)) return false;
    path_.move_to(std::move(point));
    return true;
  }

  double towards_curve() {
    constexpr double shortest = 1e-8;
    PathDistance const now = path_.distance(path_.point());
    for (double t = 1; t > shortest; t /= 2) {
      PathPoint point = path_.moved(t, 0);
      PathDistance const then = path_.distance(point);
      if (!then.inside || then.least <= std::min(1 / set_.centrality, 0.9 * now.least) ||
          then.most >= std::max(set_.centrality, 1.1 * now.most) ||
          then.defect >= std::max(largest_defect_, (1 - 0.1 * t) * now.defect))
        continue;
      path_.move_to(std::move(point));
      return t;
    }
    return 0;
  }

  SmoothedPath& path_;
  PathFollowingSettings const& set_;
  double largest_defect_;
  double length_ = 1;
};

}  // namespace

ConeReport PathFollowing::solve(ConeProblem const& problem, Vector& r) {
  Workspace workspace(problem);
  return solve(workspace, r);
}

ConeReport PathFollowing::solve(Workspace& workspace, Vector& r) {
  ConeProblem const& problem = workspace.problem();
  Progress progress(problem, set_.stop, "path following");
  begin_at(progress, problem, r);
  if (progress.converged()) return progress.finish(StopReason::converged, r);
  SmoothedPath path(problem, workspace.system());
  Stepper stepper(path, set_, problem.contacts());
  double best = 1e300, polish_at = set_.polish_below;
  int without = 0;
  for (int k = 0; k < set_.iterations; ++k) {
    Vector polished = path.impulses();
    double const error = progress.begin(polished).natural_map;
    if (!std::isfinite(error)) return progress.finish(StopReason::not_finite, r);
    if (progress.converged()) break;
    if (error < polish_at) {
      ProximalNewtonSettings newton;
      newton.stop = {set_.stop.tolerance, std::max(progress.seconds_left(), 1e-3)};
      newton.regularisation = 1e-6;
      newton.iterations = set_.polish_iterations;
      progress.append(ProximalNewton(newton).solve(workspace, polished));
      progress.judge(polished);
      if (progress.converged()) break;
      polish_at = error / 3;
    }
    without = error < 0.9 * best ? 0 : without + 1;
    if (without == 0) best = error;
    if (without >= set_.patience) return progress.finish(StopReason::stalled, r);
    if (progress.seconds_left() <= 0) return progress.finish(StopReason::time_limit, r);
    progress.factorised();
    if (!path.linearise()) return progress.finish(StopReason::linear_solver, r);
    double const step = stepper.advance();
    progress.step(step);
    if (step == 0) return progress.finish(StopReason::line_search, r);
  }
  return progress.finish(StopReason::iteration_limit, r);
}

}  // namespace orthant
