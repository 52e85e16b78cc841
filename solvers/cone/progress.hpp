// The record of a cone solver's run: best iterates, history, and time.
#pragma once

#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/core/cone_problem/cone_solver.hpp"
#include "orthant/core/execution/cpu_clock.hpp"

namespace orthant::cone {

/// The distance of an iterate from a solution, in two measures.
struct Distance {
  double natural_map = 1e300;  // relative to |q|; the criterion of convergence
  double scaled = 1e300;       // the same in units with mean(W_ii) = 1; decisions use it, so that
                               // they do not depend on the units of the problem
};

/// Measures the iterates of one run, keeps the best, and decides when the run stops.
class Progress {
 public:
  Progress(ConeProblem const& problem, ConeStop const& stop, char const* phase)
      : problem_(problem), stop_(stop), phase_(phase), start_(CpuClock::now()) {
    double const mean = problem.contacts() > 0 ? problem.W.diagonal().mean() : 0;
    unit_ = mean > 0 ? 1 / mean : 1;
    if (double const q = problem.q.norm(); q > 0) size_ = q;
  }

  /// Measures r, and keeps it if none was better. The caller's u = W r + q may have round-off from
  /// updates. If r seems solved by it, u is computed anew.
  Distance judge(Vector const& r, Vector const& u) {
    Distance d = distance(r, u);
    bool const again = d.natural_map <= stop_.tolerance;
    return keep_best(r, again ? distance(r, velocities(problem_, r)) : d, again);
  }
  Distance judge(Vector const& r) {
    return keep_best(r, distance(r, velocities(problem_, r)), true);
  }

  /// Judges and records the iterate from which an iteration starts.
  Distance begin(Vector const& r, Vector const& u) {
    Distance const d = judge(r, u);
    record(d);
    return d;
  }
  Distance begin(Vector const& r) { return begin(r, velocities(problem_, r)); }
  void record(Distance const& from) { report_.history.push_back({from.natural_map, 0, phase_}); }
  void step(double length) {
    if (!report_.history.empty()) report_.history.back().step = length;
    ++report_.iterations;
  }
  void factorised() { ++report_.linear_solves; }

  bool converged() const { return best_distance_.natural_map <= stop_.tolerance; }
  double seconds_left() const { return stop_.seconds - CpuClock::seconds_since(start_); }
  /// The best iterate by the dimensionless measure, from which another method should continue.
  Vector const& nearest() const { return nearest_; }
  double nearest_scaled() const { return best_distance_.scaled; }

  /// Adds the counts and the history of a method that ran as a part of this one.
  void append(ConeReport const& part) {
    report_.iterations += part.iterations;
    report_.linear_solves += part.linear_solves;
    report_.history.insert(report_.history.end(), part.history.begin(), part.history.end());
  }

  /// Writes the best iterate to r and returns the report. `why` is the reason if none converged.
  ConeReport finish(StopReason why, Vector& r) {
    if (best_.size() > 0) {
      r = best_;
      if (!is_exact_) best_distance_.natural_map = distance(r, velocities(problem_, r)).natural_map;
    }
    report_.natural_map = best_distance_.natural_map;
    report_.reason = converged() ? StopReason::converged : why;
    return std::move(report_);
  }

 private:
  Distance keep_best(Vector const& r, Distance const& d, bool is_exact) {
    if (best_.size() == 0 || d.natural_map < best_distance_.natural_map) {
      best_distance_.natural_map = d.natural_map;
      best_ = r;
      is_exact_ = is_exact;
    }
    if (nearest_.size() == 0 || d.scaled < best_distance_.scaled) {
      best_distance_.scaled = d.scaled;
      nearest_ = r;
    }
    return d;
  }
  Distance distance(Vector const& r, Vector const& u) const {
    return {cone_map(r, u, 1) / size_, cone_map(r, u, unit_) / (unit_ * size_)};
  }
  double cone_map(Vector const& r, Vector const& u, double rho) const {
    return natural_map(problem_, r, u, rho);
  }

  ConeProblem const& problem_;
  ConeStop stop_;
  char const* phase_;
  CpuClock::time_point start_;
  double unit_ = 1, size_ = 1;
  Vector best_, nearest_;
  bool is_exact_ = false;  // the best distance is that of a newly computed u = W r + q
  Distance best_distance_;
  ConeReport report_;
};

/// Chooses the start of a solver: r if it has the problem's size and a smaller error than zero
/// impulses, else zero.
inline void begin_at(Progress& progress, ConeProblem const& problem, Vector& r) {
  Vector const zero = Vector::Zero(problem.q.size());
  double const at_zero = progress.judge(zero, problem.q).scaled;
  if (r.size() != problem.q.size() || !r.allFinite() || !(progress.judge(r).scaled <= at_zero))
    r = zero;
}

}  // namespace orthant::cone
