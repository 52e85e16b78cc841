// The report of a step whose islands were solved one by one.
#pragma once
#include <algorithm>
#include <vector>

#include "core/step/report.hpp"

namespace orthant {

/// The world is solved if all islands are. Iterations are the largest number, as in a batch of
/// worlds; linear solves are added. The solver named is that of the island with most work, but an
/// island that is solved to an acceptable error only is always named so.
class JoinedReport {
 public:
  /// `first` is the name of the solver that is asked first.
  void begin(char const* first) {
    all_ = {};
    all_.worlds_converged = 1;
    by_ = {first, 1};
    most_ = -1;
    accepted_ = false;
    history_.assign(1, {});
  }

  /// An island that starts within the tolerance.
  void add_solved(Residuals const& residual, double round_off) {
    all_.residual = worse(all_.residual, residual);
    all_.round_off = std::max(all_.round_off, round_off);
    history_[0].residual = worse(history_[0].residual, residual);
  }

  void add(NonlinearReport const& part, char const* first) {
    all_.reason = std::max(all_.reason, part.reason);
    all_.worlds_converged = std::min(all_.worlds_converged, part.worlds_converged);
    int const iterations = std::max(all_.iterations, part.iterations);
    all_ += part;
    all_.iterations = iterations;
    all_.residual = worse(all_.residual, part.residual);
    all_.round_off = std::max(all_.round_off, part.round_off);
    for (std::size_t k = 0; k < part.history.size(); ++k) join(part.history[k], k);
    for (auto const& each : part.solved_by)
      accepted_ = accepted_ || (each.solver == by_acceptable && each.worlds > 0);
    int const work = part.linear_solves + part.linear_iterations;
    if (work <= most_) return;
    most_ = work;
    by_.solver = first;
    for (auto const& each : part.solved_by)
      if (each.worlds > 0) by_.solver = each.solver;
  }

  NonlinearReport end() {
    if (accepted_) by_.solver = by_acceptable;
    by_.worlds = all_.worlds_converged;
    all_.history = history_;
    // a single solver has no name
    all_.solved_by = {&by_, by_.solver[0] != '\0' ? std::size_t{1} : std::size_t{0}};
    return all_;
  }

 private:
  /// The k-th iteration of an island belongs to the k-th of the others, as in a batch of worlds.
  void join(IterationRecord const& part, std::size_t k) {
    if (k == history_.size()) {
      history_.emplace_back();
      history_.back().iteration = part.iteration;
    }
    auto& all = history_[k];
    all.worlds_running = std::max(all.worlds_running, part.worlds_running);
    all.join(part);
  }

  NonlinearReport all_;
  SolvedBy by_;
  int most_ = -1;          // work of an island
  bool accepted_ = false;  // some island has an acceptable error only
  std::vector<IterationRecord> history_;
};

}  // namespace orthant
