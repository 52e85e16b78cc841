// The report of a step that is solved more than once.
#pragma once
#include <algorithm>
#include <vector>

#include "core/step/report.hpp"

namespace orthant {

/// Adds the work of solves, and their histories, and keeps the end that counts. The spans of its
/// report are valid until it changes.
class FoldedReport {
 public:
  FoldedReport() { history_.reserve(256); }

  void clear() { first({}); }
  void first(NonlinearReport const& report) {
    report_ = report;
    history_.assign(report.history.begin(), report.history.end());
    solved_by_.assign(report.solved_by.begin(), report.solved_by.end());
  }
  /// A further stage: the worse end counts. A world converged if it did in both stages; the smaller
  /// number of worlds is an upper bound.
  NonlinearReport then(NonlinearReport const& report) {
    add(report);
    if (report.reason > report_.reason) {
      report_.reason = report.reason;
      report_.stage = report.stage;
    }
    report_.worlds_converged = std::min(report_.worlds_converged, report.worlds_converged);
    report_.round_off = std::max(report_.round_off, report.round_off);
    report_.residual = worse(report_.residual, report.residual);
    // of the stage that needed more solvers
    if (report.solved_by.size() > solved_by_.size())
      solved_by_.assign(report.solved_by.begin(), report.solved_by.end());
    return all();
  }
  /// What was done before is given up for this one: its end counts.
  NonlinearReport instead(NonlinearReport const& report) {
    add(report);
    Work const work = report_;
    report_ = report;
    static_cast<Work&>(report_) = work;
    return with(report.solved_by);
  }
  /// Something was solved beside: only its linear systems count.
  NonlinearReport aside(NonlinearReport const& report) {
    Work systems = report;
    systems.iterations = 0;
    report_ += systems;
    return all();
  }

  NonlinearReport all() { return with(solved_by_); }

 private:
  NonlinearReport with(std::span<SolvedBy const> solved_by) {
    report_.history = history_;
    report_.solved_by = solved_by;
    return report_;
  }
  void add(NonlinearReport const& report) {
    history_.insert(history_.end(), report.history.begin(), report.history.end());
    report_ += report;
  }
  NonlinearReport report_;
  std::vector<IterationRecord> history_;
  std::vector<SolvedBy> solved_by_;
};

}  // namespace orthant
