// Merges the reports of groups of worlds into the report of one batch.
#pragma once
#include <span>
#include <vector>

#include "core/step/integrator.hpp"

namespace orthant {

/// Worlds, rows and linear iterations are added. The worst residual and the worst end are kept. Of
/// iterations and linear systems the largest number is kept. The history merges the k-th solves of
/// all groups; a group that has ended keeps its final values.
class MergedReport {
 public:
  StepReport of(std::span<StepReport const> groups);

 private:
  void merge_history(std::span<StepReport const> groups);
  void merge_solvers(std::span<StepReport const> groups);

  std::vector<std::size_t> begin_;  // start of the current solve in the history of each group
  std::vector<IterationRecord> history_;
  std::vector<SolvedBy> solved_by_;
};

}  // namespace orthant
