// Proximal point: (W + a I) r + q - a r_k in place of W r + q; r_k follows r, a the success.
#include "solvers/cone/proximal_newton.hpp"

#include <algorithm>

#include "solvers/cone/alart_curnier_rows.hpp"
#include "solvers/cone/progress.hpp"

namespace orthant {
namespace {

using namespace cone;

/// Newton on the regular problem near one centre.
class Inner {
 public:
  Inner(Workspace& workspace, ProximalNewtonSettings const& set, Progress& progress)
      : problem_(workspace.problem()),
        system_(workspace.system()),
        set_(set),
        progress_(progress),
        rho_(contact_scales(problem_.W)) {
    for (int c = 0; c < rho_.size(); ++c)
      size_ = std::hypot(size_, rho_[c] * problem_.q.segment<3>(3 * c).norm());
  }

  /// Newton steps taken until |F|, relative to rho |q|, is below `tolerance`.
  int solve(Vector& r, double a, double tolerance, int most) {
    Vector const centre = r;
    Vector u = velocities(problem_, r);
    for (int k = 0;; ++k) {
      Vector const near = u + a * (r - centre);
      AlartCurnierRows const rows(problem_.mu, rho_, r, near);
      error_ = rows.F.norm() / size_;
      if (k > 0) note(progress_.judge(r, u).scaled);
      if ((k > 0 && error_ < tolerance) || k == most || progress_.converged() || stalled() ||
          progress_.seconds_left() <= 0)
        return k;
      Blocks shifted = rows.by_impulse;
      for (std::size_t c = 0; c < shifted.size(); ++c) shifted[c] += a * rows.by_velocity[c];
      progress_.factorised();
      if (!system_.factorise(rows.by_velocity, shifted)) return k;
      Vector const step = -system_.solve(rows.F);
      if (!step.allFinite()) return k;
      progress_.begin(r, u);
      progress_.step(damped(r, near, step, a, rows.F.norm()));
      u = velocities(problem_, r);
    }
  }

  double error() const { return error_; }
  bool stalled() const { return without_ >= set_.patience; }

 private:
  void note(double scaled) {
    ++without_;
    if (scaled > 0.5 * best_) return;
    best_ = scaled;
    without_ = 0;
  }

  /// Armijo on |F|; the shortest step is taken whatever it brings.
  double damped(Vector& r, Vector const& near, Vector const& step, double a, double now) const {
    constexpr double shortest = 1e-3, slope = 1e-4;
    Vector const change = problem_.W * step + a * step;
    double t = 1;
    for (; t > shortest; t /= 2)
      if (alart_curnier_norm(problem_.mu, rho_, r + t * step, near + t * change) <=
          (1 - slope * t) * now)
        break;
    t = std::max(t, shortest);
    r += t * step;
    return t;
  }

  ConeProblem const& problem_;
  ShiftedSystem& system_;
  ProximalNewtonSettings const& set_;
  Progress& progress_;
  Vector rho_;
  double size_ = 0, error_ = 0, best_ = 1e300;
  int without_ = 0;
};

}  // namespace

ConeReport ProximalNewton::solve(ConeProblem const& problem, Vector& r) {
  Workspace workspace(problem);
  return solve(workspace, r);
}

ConeReport ProximalNewton::solve(Workspace& workspace, Vector& r) {
  ConeProblem const& problem = workspace.problem();
  Progress progress(problem, set_.stop, "proximal newton");
  begin_at(progress, problem, r);
  if (progress.converged()) return progress.finish(StopReason::converged, r);
  Inner inner(workspace, set_, progress);
  double const mean = problem.W.diagonal().mean();
  double const scale = mean > 0 ? mean : 1;
  constexpr double smallest = 1e-12, largest = 1e4;
  constexpr int centres = 60;
  double a = set_.regularisation;
  Vector at = r;
  int steps = 0;
  for (int k = 0; k < centres && steps < set_.iterations; ++k) {
    double const now = progress.judge(at).scaled;
    if (progress.converged()) break;
    if (progress.seconds_left() <= 0) return progress.finish(StopReason::time_limit, r);
    if (inner.stalled()) return progress.finish(StopReason::stalled, r);
    Vector trial = at;
    int const taken = inner.solve(trial, a * scale, std::clamp(1e-3 * now, 1e-14, 1e-6),
                                  std::min(set_.inner_iterations, set_.iterations - steps));
    steps += taken;
    if (inner.error() < std::max(0.1 * now, 1e-13)) {
      at = trial;
      a = std::max(a * (taken < 8 ? 0.1 : 0.5), smallest);
    } else {
      a = std::min(a * 10, largest);
    }
  }
  progress.judge(at);
  return progress.finish(StopReason::iteration_limit, r);
}

}  // namespace orthant
