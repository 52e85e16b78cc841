// Merges the reports of groups with iterations of their own.
#include "backends/batches/merged_report.hpp"

#include <algorithm>
#include <cstring>

#include "core/step/folded_report.hpp"

namespace orthant {
namespace {

using History = std::span<IterationRecord const>;

/// The end of the solve that begins at `begin`: the next iteration 0.
std::size_t end_of_solve(History const& history, std::size_t begin) {
  auto end = std::min(begin + 1, history.size());
  while (end < history.size() && history[end].iteration != 0) ++end;
  return end;
}

/// Adds an iteration of a group; if the group had ended before, its final residual.
void add(IterationRecord const& one, bool made, IterationRecord& all) {
  if (!made) {
    all.residual = worse(all.residual, one.residual);
    return;
  }
  all.worlds_running += one.worlds_running;
  all.join(one);
}

/// The most of any group, and the shortest step.
void merge(Division const& one, Division& all) {
  if (one.steps == 0) return;
  all.shortest = all.steps == 0 ? one.shortest : std::min(all.shortest, one.shortest);
  all.steps = std::max(all.steps, one.steps);
  all.rejected = std::max(all.rejected, one.rejected);
  all.inaccurate = std::max(all.inaccurate, one.inaccurate);
  all.error = std::max(all.error, one.error);
}

}  // namespace

StepReport MergedReport::of(std::span<StepReport const> groups) {
  StepReport all;
  for (auto const& one : groups) {
    all.rows += one.rows;
    all.contacts += one.contacts;
    all.missing_contacts += one.missing_contacts;
    all.crossings += one.crossings;
    all.overlaps += one.overlaps;
    all.ghosts += one.ghosts;
    all.judged += one.judged;
    all.ghost_impulse += one.ghost_impulse;
    all.too_stiff += one.too_stiff;
    all.gains_energy += one.gains_energy;
    all.few_digits += one.few_digits;
    merge(one.division, all.division);
    auto& to = all.solve;
    if (one.solve.reason > to.reason) {
      to.reason = one.solve.reason;
      to.stage = one.solve.stage;
    }
    to.worlds_converged += one.solve.worlds_converged;
    to.iterations = std::max(to.iterations, one.solve.iterations);
    to.linear_solves = std::max(to.linear_solves, one.solve.linear_solves);
    to.linear_iterations += one.solve.linear_iterations;
    to.factorised += one.solve.factorised;
    to.residual = worse(to.residual, one.solve.residual);
    to.round_off = std::max(to.round_off, one.solve.round_off);
  }
  merge_history(groups);
  merge_solvers(groups);
  all.solve.history = history_;
  all.solve.solved_by = solved_by_;
  return all;
}

void MergedReport::merge_history(std::span<StepReport const> groups) {
  history_.clear();
  begin_.assign(groups.size(), 0);
  for (bool more = true; more;) {
    more = false;
    for (int k = 0;; ++k) {
      IterationRecord all;
      all.iteration = k;
      bool made_by_any = false;
      for (std::size_t g = 0; g < groups.size(); ++g) {
        auto const& history = groups[g].solve.history;
        auto const end = end_of_solve(history, begin_[g]),
                   at = begin_[g] + static_cast<unsigned>(k);
        if (begin_[g] == end) continue;
        add(history[std::min(at, end - 1)], at < end, all);
        made_by_any = made_by_any || at < end;
      }
      if (!made_by_any) break;
      history_.push_back(all);
      more = true;
    }
    for (std::size_t g = 0; g < groups.size(); ++g)
      begin_[g] = end_of_solve(groups[g].solve.history, begin_[g]);
  }
}

void MergedReport::merge_solvers(std::span<StepReport const> groups) {
  solved_by_.clear();
  for (auto const& one : groups)
    for (auto const& by : one.solve.solved_by) {
      auto const known = std::ranges::find_if(solved_by_, [&](SolvedBy const& each) {
        return std::strcmp(each.solver, by.solver) == 0;
      });
      if (known == solved_by_.end())
        solved_by_.push_back(by);
      else
        known->worlds += by.worlds;
    }
}

}  // namespace orthant
