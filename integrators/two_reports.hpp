// The report of a step that is solved in two stages.
#pragma once
#include <algorithm>
#include <vector>

#include "core/step/report.hpp"

namespace orthant {

/// Counts are added, and the worse end is kept. A world converged if it did in both stages; the
/// smaller number of worlds is an upper bound.
class TwoReports {
 public:
  TwoReports() { history_.reserve(256); }

  void first(NonlinearReport const& report) {
    report_ = report;
    history_.assign(report.history.begin(), report.history.end());
    solved_by_.assign(report.solved_by.begin(), report.solved_by.end());
  }
  NonlinearReport second(NonlinearReport const& report) {
    add_work(report);
    report_.reason = std::max(report_.reason, report.reason);
    report_.worlds_converged = std::min(report_.worlds_converged, report.worlds_converged);
    report_.round_off = std::max(report_.round_off, report.round_off);
    // of the stage that needed more solvers
    if (report.solved_by.size() > solved_by_.size())
      solved_by_.assign(report.solved_by.begin(), report.solved_by.end());
    report_.solved_by = solved_by_;
    report_.residual = worse(report_.residual, report.residual);
    return report_;
  }
  /// The first stage was given up for the second: only its work counts.
  NonlinearReport instead(NonlinearReport const& report) {
    add_work(report);
    report_.reason = report.reason;
    report_.worlds_converged = report.worlds_converged;
    report_.round_off = report.round_off;
    report_.solved_by = report.solved_by;
    report_.residual = report.residual;
    return report_;
  }
  /// Something was solved beside the first stage: only its work counts.
  NonlinearReport aside(NonlinearReport const& report) {
    report_.linear_solves += report.linear_solves;
    report_.linear_iterations += report.linear_iterations;
    report_.factorised += report.factorised;
    report_.history = history_;
    report_.solved_by = solved_by_;
    return report_;
  }

 private:
  void add_work(NonlinearReport const& report) {
    history_.insert(history_.end(), report.history.begin(), report.history.end());
    report_.iterations += report.iterations;
    report_.linear_solves += report.linear_solves;
    report_.linear_iterations += report.linear_iterations;
    report_.factorised += report.factorised;
    report_.history = history_;
  }

  NonlinearReport report_;
  std::vector<IterationRecord> history_;
  std::vector<SolvedBy> solved_by_;
};

}  // namespace orthant
