// Step lengths along the curve of smoothed contact laws, and the switch to Newton's method.
#include "bench/baselines/cone/path_following.hpp"

#include <algorithm>
#include <cmath>

#include "bench/baselines/cone/register.hpp"
#include "bench/baselines/cone/smoothed_path.hpp"
#include "orthant/solvers/cone/central_path.hpp"
#include "orthant/solvers/cone/detail/proximal_newton.hpp"
#include "orthant/solvers/cone/progress.hpp"

namespace orthant {
namespace {

using namespace cone;

/// A step is the sum of a Newton step towards the curve and a step along its tangent.
class Stepper {
 public:
  Stepper(SmoothedPath& path, PathFollowingSettings const& set, int contacts)
      : path_(path), set_(set), largest_defect_(set.largest_defect * std::sqrt(contacts)) {}

  /// Returns the part of Newton's step that was taken; 0 if no part comes closer to the curve.
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

/// Alternates two methods from the start to a solution: interior point steps while they are long,
/// and continuation along the curve through its turning points.
class Walk {
 public:
  Walk(Workspace& workspace, PathFollowingSettings const& set, double tolerance, Progress& progress)
      : workspace_(workspace),
        set_(set),
        tolerance_(tolerance),
        progress_(progress),
        size_(workspace.problem(), standard_scales(workspace.problem().mu)),
        x_(first_axis(workspace.problem().contacts(), size_.x)),
        y_(first_axis(workspace.problem().contacts(), size_.y)),
        tau_(size_.x * size_.y) {}

  StopReason run() {
    while (goes_on_) {
      straight_ahead();
      if (goes_on_) around();
    }
    return why_;
  }

 private:
  bool stop(StopReason why) {
    why_ = why;
    return goes_on_ = false;
  }

  /// Records a point and tries proximal Newton from it if it is near a solution. Returns whether to
  /// continue.
  bool look(Vector impulses) {
    Vector const u = workspace_.system().mobility(impulses) + workspace_.problem().q;
    double const error = progress_.begin(impulses, u).natural_map;
    if (!std::isfinite(error)) return stop(StopReason::not_finite);
    if (progress_.converged()) return stop(StopReason::converged);
    if (error < polish_at_) {
      polish(std::move(impulses));
      if (progress_.converged()) return stop(StopReason::converged);
      polish_at_ = error / 3;
    }
    without_ = error < 0.9 * best_ ? 0 : without_ + 1;
    if (without_ == 0) best_ = error;
    if (without_ >= set_.patience) return stop(StopReason::stalled);
    if (++steps_ > set_.iterations) return stop(StopReason::iteration_limit);
    if (progress_.seconds_left() <= 0) return stop(StopReason::time_limit);
    progress_.factorised();
    return true;
  }

  void polish(Vector r) {
    ProximalNewtonSettings newton;
    newton.regularisation = 1e-6;
    newton.iterations = set_.polish_iterations;
    ConeStop const stop{tolerance_, std::max(progress_.seconds_left(), 1e-3)};
    progress_.append(ProximalNewton(newton).solve(workspace_, r, stop));
    progress_.judge(r);
  }

  /// Takes interior point steps until one is too short. Keeps the last point near the curve.
  void straight_ahead() {
    constexpr double off_centre = 0.02, too_short = 0.05;
    CentralPath path(workspace_.problem(), workspace_.system(), Shift::smooth, x_, y_);
    while (look(path.impulses())) {
      if (!path.linearise()) return;
      if (double const gap = path.gap(); gap > 0 && path.centrality() > off_centre) {
        x_ = path.x();
        y_ = path.y();
        tau_ = gap;
      }
      double const step = path.advance();
      progress_.step(step);
      if (step < too_short) return;
    }
  }

  /// Continues along the curve until the smoothing tau has fallen for 25 steps in a row, to half or
  /// less.
  void around() {
    constexpr double lower = 0.5;
    constexpr int stretch = 25;
    SmoothedPath path(workspace_.problem(), workspace_.system(), x_, y_, tau_);
    Stepper stepper(path, set_, workspace_.problem().contacts());
    int straight = 0;
    for (int k = 0; look(path.impulses()); ++k) {
      if (!path.linearise()) {
        stop(StopReason::linear_solver);
        return;
      }
      straight = path.tangent().log_tau < 0 ? straight + 1 : 0;
      double const tau = std::exp(path.point().log_tau);
      double const step = stepper.advance();
      progress_.step(step);
      bool const down = straight > stretch && tau < lower * tau_;
      if (step > 0 && !down) continue;
      if (step == 0 && k == 0) stop(StopReason::line_search);
      x_ = path.point().x;
      y_ = path.point().y;
      tau_ = std::exp(path.point().log_tau);
      return;
    }
  }

  Workspace& workspace_;
  PathFollowingSettings const& set_;
  double tolerance_;
  Progress& progress_;
  StandardSizes size_;
  Vector x_, y_;
  double tau_;
  StopReason why_ = StopReason::converged;
  bool goes_on_ = true;
  double best_ = 1e300, polish_at_ = set_.polish_below;
  int without_ = 0, steps_ = 0;
};

}  // namespace

ConeReport PathFollowing::do_solve(ConeProblem const& problem, Vector& r,
                                   ConeStop const& stop) const {
  Workspace workspace(problem);
  return solve(workspace, r, stop);
}

ConeReport PathFollowing::solve(Workspace& workspace, Vector& r, ConeStop const& stop) const {
  Progress progress(workspace.problem(), stop, "path following");
  begin_at(progress, workspace.problem(), r);
  if (progress.converged()) return progress.finish(StopReason::converged, r);
  StopReason const why = Walk(workspace, set_, stop.tolerance, progress).run();
  return progress.finish(why, r);
}

void register_path_following(ConeSolvers& solvers) {
  solvers.add<PathFollowingSettings>(
      "path_following", "continuation in the smoothing of the laws, past turning points",
      [](PathFollowingSettings const& set, Config&) {
        return std::make_unique<PathFollowing>(set);
      });
}

}  // namespace orthant
