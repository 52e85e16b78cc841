// Stopping criteria and best iterate of a first-order method.
#pragma once
#include <cmath>

#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/core/cone_problem/cone_solver.hpp"
#include "orthant/core/execution/cpu_clock.hpp"

namespace orthant {

struct IterationLimits : ConeStop {
  int max_iterations = 10000;

  void fields(Fields& f) {
    ConeStop::fields(f);
    f.integer("max_iterations", max_iterations, not_negative(), "most iterations");
  }
};

/// Measures every iterate by the natural map, and keeps the best.
class IterationMonitor {
 public:
  IterationMonitor(IterationLimits const& set, ConeProblem const& problem, char const* phase)
      : set_(set), problem_(problem), phase_(phase) {}

  /// Whether to continue from r.
  bool goes_on(Vector const& r) {
    double const map = natural_map(problem_, r);
    bool const finite = std::isfinite(map);
    report_.history.push_back({map, 1, phase_});
    if (finite && (best_.size() == 0 || map < report_.natural_map)) {
      best_ = r;
      report_.natural_map = map;
    }
    bool const ends = map <= set_.tolerance || !finite ||
                      report_.iterations >= set_.max_iterations ||
                      CpuClock::seconds_since(start_) > set_.seconds;
    if (!ends) {
      ++report_.iterations;
      return true;
    }
    report_.history.back().step = 0;
    report_.reason = map <= set_.tolerance                       ? StopReason::converged
                     : !finite                                   ? StopReason::not_finite
                     : report_.iterations >= set_.max_iterations ? StopReason::iteration_limit
                                                                 : StopReason::time_limit;
    return false;
  }

  ConeReport finish(Vector& r) {
    if (best_.size() > 0) r = best_;
    return std::move(report_);
  }

 private:
  IterationLimits set_;
  ConeProblem const& problem_;
  char const* phase_;
  CpuClock::time_point start_ = CpuClock::now();
  Vector best_;
  ConeReport report_;
};

}  // namespace orthant
