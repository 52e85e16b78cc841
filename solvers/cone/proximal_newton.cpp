// Proximal point iteration: the centre, the parameter a, and the damped Newton method inside.
#include "orthant/solvers/cone/detail/proximal_newton.hpp"

#include <algorithm>
#include <limits>

#include "orthant/solvers/cone/alart_curnier_rows.hpp"
#include "orthant/solvers/cone/progress.hpp"

namespace orthant {
namespace {

using namespace cone;

/// Newton's method on the regular problem  u = W r + q + a (r - centre)  with one centre.
class Inner {
 public:
  Inner(Workspace& workspace, int patience, ConeStop const& stop, Progress& progress)
      : problem_(workspace.problem()),
        system_(workspace.system()),
        patience_(patience),
        stop_(stop),
        progress_(progress),
        rho_(contact_scales(problem_.W)) {
    double sum = 0;
    for (int c = 0; c < rho_.size(); ++c)
      sum += (rho_[c] * problem_.q.segment<3>(3 * c)).squaredNorm();
    size_ = std::sqrt(sum);
  }

  /// Iterates until |F| / |rho q| is below `fine`, or until |F| has not halved for 12 iterations (2
  /// if it is below `enough`). Returns the number of Newton steps.
  int solve(Vector& r, Vector const& centre, double a, double fine, double enough, int most) {
    constexpr int soon = 2, late = 12;
    Vector u = system_.mobility(r) + problem_.q;
    double halved = std::numeric_limits<double>::infinity();
    int since = 0;
    recent_.clear();
    for (int k = 0;; ++k) {
      Vector const near = u + a * (r - centre);
      AlartCurnierRows rows(problem_.mu, rho_, r, near);
      double const size = rows.F.norm();
      error_ = size / size_;
      distance_ = progress_.judge(r, u);
      if (k > 0) note(distance_);
      since = error_ < 0.5 * halved ? 0 : since + 1;
      if (since == 0) halved = error_;
      if ((k > 0 && error_ < fine) || since >= (error_ < enough ? soon : late) || k == most ||
          progress_.converged() || stalled() || progress_.seconds_left() <= 0)
        return k;
      Blocks& shifted = rows.by_impulse;
      for (std::size_t c = 0; c < shifted.size(); ++c) shifted[c] += a * rows.by_velocity[c];
      progress_.factorised();
      if (!system_.factorise(std::move(rows.by_velocity), std::move(shifted))) return k;
      Vector const step = system_.solve_roughly(-rows.F);  // the next one corrects the rest
      if (!step.allFinite()) return k;
      Vector const change = system_.mobility(step);
      progress_.record(distance_);
      double const t = damped(r, near, step, change + a * step, size);
      progress_.step(t);
      r += t * step;
      u += t * change;
    }
  }

  /// At the end of the iteration: |F| / |rho q|, and the distance from a solution of the problem
  /// itself, with a = 0.
  double error() const { return error_; }
  Distance distance() const { return distance_; }
  bool stalled() const {
    bool const near = stop_.patience > 0 && best_map_ <= stop_.acceptable;
    return without_ >= (near ? std::min(stop_.patience, patience_) : patience_);
  }

 private:
  void note(Distance const& now) {
    ++without_;
    best_map_ = std::min(best_map_, now.natural_map);
    if (now.scaled > 0.5 * best_) return;
    best_ = now.scaled;
    without_ = 0;
  }

  /// The step length by Armijo's rule on |F|, relative to the largest of the last five values
  /// [Grippo, Lampariello, Lucidi 1986]. A Newton step moves the friction of a slipping contact
  /// along the tangent of its circle and so off the circle. |F| grows, and the next step corrects
  /// it. A monotone rule would allow steps of only 1e-3. The shortest step is always taken.
  double damped(Vector const& r, Vector const& near, Vector const& step, Vector const& change,
                double now) {
    constexpr double shortest = 1e-3, slope = 1e-4;
    constexpr std::size_t remembered = 5;
    if (recent_.size() == remembered) recent_.erase(recent_.begin());
    recent_.push_back(now);
    double const level = *std::max_element(recent_.begin(), recent_.end());
    double t = 1;
    for (; t > shortest; t /= 2)
      if (alart_curnier_norm(problem_.mu, rho_, r + t * step, near + t * change) <=
          (1 - slope * t) * level)
        break;
    return std::max(t, shortest);
  }

  ConeProblem const& problem_;
  BlockShiftedSystem& system_;
  int patience_;
  ConeStop stop_;
  Progress& progress_;
  Vector rho_;
  std::vector<double> recent_;  // |F| of the last steps with this centre
  Distance distance_;
  double size_ = 0, error_ = 0, best_ = 1e300, best_map_ = 1e300;
  int without_ = 0;
};

}  // namespace

ConeReport ProximalNewton::do_solve(ConeProblem const& problem, Vector& r,
                                    ConeStop const& stop) const {
  // From a start near the solution, a large parameter would lead away from it, and many steps would
  // lead back. Where impulses are not unique, round-off moves them by machine_epsilon / a.
  constexpr double least = 1e-5;
  double const far = Progress(problem, stop, "start").judge(r).scaled;
  ProximalNewtonSettings near = set_;
  near.regularisation = std::min(set_.regularisation, std::max(far, least));
  Workspace workspace(problem);
  return ProximalNewton(near).solve(workspace, r, stop);
}

ConeReport ProximalNewton::solve(Workspace& workspace, Vector& r, ConeStop const& stop) const {
  ConeProblem const& problem = workspace.problem();
  Progress progress(problem, stop, "proximal newton");
  begin_at(progress, problem, r);
  if (progress.converged()) return progress.finish(StopReason::converged, r);
  Inner inner(workspace, set_.patience, stop, progress);
  double const mean = problem.W.diagonal().mean();
  double const scale = mean > 0 ? mean : 1;
  // If impulses are not unique, the centres drift. The residual a dr of the problem itself hardly
  // changes between centres while the contacts keep their states. So the start of the next inner
  // problem is extrapolated: its dr is the last one times a_before / a.
  constexpr double smallest = 1e-12, largest = 1e4;
  constexpr int held = 5;  // successes after a failure, before a may fall below the value that
                           // failed
  double a = set_.regularisation, a_before = a, failed = 0;
  Vector at = r, before = r;
  double now = progress.judge(at).scaled;
  int steps = 0, hold = 0;
  while (steps < set_.iterations && !progress.converged()) {
    if (progress.seconds_left() <= 0) return progress.finish(StopReason::time_limit, r);
    if (inner.stalled()) return progress.finish(StopReason::stalled, r);
    Vector trial = at + a_before / a * (at - before);
    double const fine = std::clamp(0.1 * now, 1e-14, 1e-6), enough = std::max(0.1 * now, 1e-13);
    int const taken = inner.solve(trial, at, a * scale, fine, enough,
                                  std::min(set_.inner_iterations, set_.iterations - steps));
    steps += std::max(taken, 1);
    if (inner.error() < enough) {
      before = std::move(at);
      at = std::move(trial);
      now = inner.distance().scaled;
      a_before = a;
      a *= taken <= 3 ? 0.25 : taken < 8 ? 0.5 : 1;
      if (--hold > 0) a = std::max(a, failed);
      a = std::max(a, smallest);
    } else {
      failed = a = std::min(4 * a, largest);
      hold = held + 1;
    }
  }
  return progress.finish(StopReason::iteration_limit, r);
}

}  // namespace orthant
