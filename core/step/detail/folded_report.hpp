// One report of several solves: the ways in which their numbers join.
#pragma once
#include <algorithm>
#include <cstring>
#include <vector>

#include "orthant/core/step/report.hpp"

namespace orthant {

/// Joins reports of solves. Work is added, and histories and logs follow each other, unless stated
/// otherwise. The spans of its report are valid until it changes.
class FoldedReport {
 public:
  FoldedReport() {
    history_.reserve(256);
    log_.reserve(32);
    solved_by_.reserve(8);
  }

  void clear() { first({}); }
  void first(NonlinearReport const& report) {
    report_ = report;
    history_.assign(report.history.begin(), report.history.end());
    log_.assign(report.log.begin(), report.log.end());
    for (auto& each : history_) stamp(each, report, "", 0);
    close(report);
    solved_by_.assign(report.solved_by.begin(), report.solved_by.end());
    attempt_ = log_.empty() ? 0 : log_.back().attempt;
    most_ = -1;
  }
  /// What is joined from here on belongs to a new attempt, or to a new part of the step.
  void begin_attempt() { attempt_ = log_.empty() ? 0 : log_.back().attempt + 1; }

  /// A further stage: the worse end counts. A world converged if it did in both stages; the smaller
  /// number of worlds is an upper bound.
  NonlinearReport then(NonlinearReport const& report) {
    add(report);
    take_worse_end(report);
    report_.worlds_converged = std::min(report_.worlds_converged, report.worlds_converged);
    // of the stage that needed more solvers
    if (report.solved_by.size() > solved_by_.size())
      solved_by_.assign(report.solved_by.begin(), report.solved_by.end());
    return all();
  }
  /// What was done before is given up for this one: its end counts. `solver` names its solves that
  /// have no name.
  NonlinearReport instead(NonlinearReport const& report, char const* solver = "") {
    add(report, solver);
    Work const work = report_;
    report_ = report;
    static_cast<Work&>(report_) = work;
    solved_by_.assign(report.solved_by.begin(), report.solved_by.end());
    return all();
  }
  /// Something was solved beside the step: only its linear systems count.
  NonlinearReport aside(NonlinearReport const& report) {
    Work systems = report;
    systems.iterations = 0;
    report_ += systems;
    note(report);
    return all();
  }
  /// A part of the step was solved, and taken back: only its work counts.
  void take_back(NonlinearReport const& report) {
    report_ += report;
    note(report);
  }

  /// Another island of one world: the world is solved if all islands are. Iterations are the most
  /// of any island; the history has each island's, but not what is at rest. The solver named is
  /// that of the island with most work, `solver` if it does not tell; but an island that is solved
  /// to an acceptable error only is always named so.
  void beside(NonlinearReport const& report, int island, char const* solver) {
    int const iterations = std::max(report_.iterations, report.iterations);
    report_ += report;
    report_.iterations = iterations;
    take_worse_end(report);
    report_.worlds_converged = std::min(report_.worlds_converged, report.worlds_converged);
    if (!history_.empty() && history_.front().stage[0] == '\0') history_.clear();
    append(report, "", island);
    int const work = report.linear_solves + report.linear_iterations;
    SolvedBy& by = solved_by_.front();
    bool accepted = by.solver == by_acceptable;
    for (auto const& each : report.solved_by) {
      if (each.worlds == 0) continue;
      solver = each.solver;
      accepted = accepted || each.solver == by_acceptable;
    }
    if (accepted)
      by.solver = by_acceptable;
    else if (work > most_)
      by.solver = solver;
    by.worlds = report_.worlds_converged;
    most_ = std::max(most_, work);
    note(report, "", island);
  }

  /// Another group of the worlds of a batch: of iterations and linear systems the largest number
  /// counts, and iterations of the same solve belong together (merge).
  void beside_worlds(NonlinearReport const& report, int group) {
    int const iterations = std::max(report_.iterations, report.iterations),
              linear_solves = std::max(report_.linear_solves, report.linear_solves);
    report_ += report;
    report_.iterations = iterations;
    report_.linear_solves = linear_solves;
    take_worse_end(report);
    report_.worlds_converged += report.worlds_converged;
    merge(report);
    for (auto const& by : report.solved_by) {
      auto const known = std::ranges::find_if(solved_by_, [&](SolvedBy const& each) {
        return std::strcmp(each.solver, by.solver) == 0;
      });
      if (known == solved_by_.end())
        solved_by_.push_back(by);
      else
        known->worlds += by.worlds;
    }
    attempt_ = 0;
    note(report, "", -1, group);
  }

  NonlinearReport all() {
    report_.history = history_;
    report_.log = log_;
    report_.solved_by = solved_by_;
    return report_;
  }

 private:
  using History = std::span<IterationRecord const>;

  void add(NonlinearReport const& report, char const* solver = "") {
    report_ += report;
    append(report, solver);
    note(report, solver);
  }
  void append(NonlinearReport const& report, char const* solver, int island = -1) {
    for (IterationRecord each : report.history) {
      stamp(each, report, solver, attempt_);
      if (each.island < 0) each.island = island;
      history_.push_back(each);
    }
    close(report);
  }
  void take_worse_end(NonlinearReport const& report) {
    if (report.reason > report_.reason) {
      report_.reason = report.reason;
      report_.stage = report.stage;
    }
    report_.residual = worse(report_.residual, report.residual);
    report_.round_off = std::max(report_.round_off, report.round_off);
  }
  /// Adds the records of a report, with what they do not have yet.
  void note(NonlinearReport const& report, char const* solver = "", int island = -1,
            int group = -1) {
    int const attempt = attempt_;
    for (SolveRecord each : report.log) {
      attempt_ = each.attempt += attempt;
      if (each.solver[0] == '\0') each.solver = solver;
      if (each.island < 0) each.island = island;
      if (each.group < 0) each.group = group;
      log_.push_back(each);
    }
  }

  /// Gives an iteration what its report knows of it, unless it has it.
  static void stamp(IterationRecord& of, NonlinearReport const& report, char const* solver,
                    int attempt) {
    of.attempt += attempt;
    if (of.stage[0] == '\0' && !report.log.empty()) of.stage = report.log.front().stage;
    if (of.solver[0] == '\0') of.solver = solver;
  }
  /// Marks the end of the history, if that is one solve.
  void close(NonlinearReport const& report) {
    if (report.history.empty() || history_.back().last) return;
    history_.back().last = true;
    history_.back().reason = report.log.empty() ? report.reason : report.log.back().reason;
  }

  static bool of_same_solve(IterationRecord const& a, IterationRecord const& b) {
    return a.attempt == b.attempt && std::strcmp(a.stage, b.stage) == 0 &&
           std::strcmp(a.solver, b.solver) == 0;
  }
  /// The end of the solve that begins at `begin`: the next iteration 0.
  static std::size_t end_of_solve(History const& history, std::size_t begin) {
    auto end = std::min(begin + 1, history.size());
    while (end < history.size() && history[end].iteration != 0) ++end;
    return end;
  }
  /// Where the history has the solve, from `at` on; its end if it does not.
  std::size_t place_of(IterationRecord const& solve, std::size_t at) const {
    while (at < history_.size() && !of_same_solve(history_[at], solve))
      at = end_of_solve(history_, at);
    return at;
  }
  /// The k-th iterations of the same solve belong together; what has ended keeps its last
  /// residuals.
  void merge(NonlinearReport const& report) {
    auto const& other = report.history;
    for (std::size_t at = 0, from = 0; from < other.size();) {
      IterationRecord solve = other[from];
      stamp(solve, report, "", 0);
      at = place_of(solve, at);
      auto const to = end_of_solve(other, from), end = end_of_solve(history_, at);
      auto const theirs = to - from, most = std::max(theirs, end - at);
      IterationRecord more;
      if (end > at) {
        more.residual = history_[end - 1].residual;
        more.reason = history_[end - 1].reason;
        history_[end - 1].last = false;
      }
      history_.insert(history_.begin() + static_cast<long>(end), most - (end - at), more);
      for (std::size_t k = 0; k < most; ++k, ++at) {
        auto& all = history_[at];
        auto const& one = other[from + std::min(k, theirs - 1)];
        all.iteration = static_cast<int>(k);
        all.stage = solve.stage;
        all.solver = solve.solver;
        all.attempt = solve.attempt;
        if (k < theirs) {
          all.worlds_running += one.worlds_running;
          all.join(one);
        } else {
          all.residual = worse(all.residual, one.residual);
        }
      }
      auto& last = history_[at - 1];
      auto const& theirs_last = other[to - 1];
      last.reason = std::max(
          {last.reason, more.reason,
           theirs_last.last || report.log.empty() ? theirs_last.reason : report.log.back().reason});
      last.last = true;
      from = to;
    }
  }

  NonlinearReport report_;
  std::vector<IterationRecord> history_;
  std::vector<SolveRecord> log_;
  std::vector<SolvedBy> solved_by_;
  int attempt_ = 0;  // of what is joined
  int most_ = -1;    // work of an island
};

}  // namespace orthant
