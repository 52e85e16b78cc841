// The report of a step of several groups of worlds, as of one batch.
#pragma once
#include <span>
#include <vector>

#include "core/step/integrator.hpp"

namespace orthant {

/// Worlds, rows and linear iterations add up; the worst residual and the worst end count; of
/// iterations and linear systems the group counts that needed most. The history has the k-th solves
/// of all groups side by side: a group that is done stays as it ended.
class MergedReport {
 public:
  StepReport of(std::span<StepReport const> groups);

 private:
  void merge_history(std::span<StepReport const> groups);
  void merge_solvers(std::span<StepReport const> groups);

  std::vector<std::size_t> begin_;  // of each group's solve under way, in its history
  std::vector<IterationRecord> history_;
  std::vector<SolvedBy> solved_by_;
};

}  // namespace orthant
