// What every cone solver keeps while it runs: the best iterate, the history and the clock.
#pragma once
#include <chrono>
#include <vector>

#include "core/cone_problem/cone_measures.hpp"
#include "core/cone_problem/cone_solver.hpp"

namespace orthant::cone {

class Progress {
 public:
  Progress(ConeProblem const& problem, ConeStop const& stop, char const* phase)
      : problem_(problem), stop_(stop), phase_(phase), start_(Clock::now()) {}

  /// Natural map of r, relative to |q|; r is kept if none was better.
  double judge(Vector const& r) {
    double const error = natural_map(problem_, r);
    if (best_.size() == 0 || error < best_error_) {
      best_error_ = error;
      best_ = r;
    }
    return error;
  }
  /// Judges the iterate that an iteration starts from, and records it.
  double begin(Vector const& r) {
    double const error = judge(r);
    report_.history.push_back({error, 0, phase_});
    return error;
  }
  void step(double length) {
    if (!report_.history.empty()) report_.history.back().step = length;
    ++report_.iterations;
  }
  void factorised() { ++report_.linear_solves; }

  bool converged() const { return best_error_ <= stop_.tolerance; }
  double seconds_left() const {
    return stop_.seconds - std::chrono::duration<double>(Clock::now() - start_).count();
  }
  Vector const& best() const { return best_; }
  double best_error() const { return best_error_; }

  /// Takes over what a part of a combined method did.
  void append(ConeReport const& part) {
    report_.iterations += part.iterations;
    report_.linear_solves += part.linear_solves;
    report_.history.insert(report_.history.end(), part.history.begin(), part.history.end());
  }

  /// The best iterate into r, and what is to be said of it; `why` counts where none converged.
  ConeReport finish(StopReason why, Vector& r) {
    if (best_.size() > 0) r = best_;
    report_.natural_map = best_error_;
    report_.reason = converged() ? StopReason::converged : why;
    return std::move(report_);
  }

 private:
  using Clock = std::chrono::steady_clock;

  ConeProblem const& problem_;
  ConeStop stop_;
  char const* phase_;
  Clock::time_point start_;
  Vector best_;
  double best_error_ = 1e300;
  ConeReport report_;
};

/// What a solver starts from: r if it has the problem's size, else zero. Zero too where zero is
/// better, as where nothing pushes.
inline void begin_at(Progress& progress, ConeProblem const& problem, Vector& r) {
  Vector const zero = Vector::Zero(problem.q.size());
  if (r.size() != problem.q.size() || !r.allFinite()) r = zero;
  if (!(progress.judge(r) <= progress.judge(zero))) r = zero;
}

}  // namespace orthant::cone
