// Merges the reports of groups of worlds into the report of one batch.
#pragma once
#include <span>

#include "orthant/core/step/detail/folded_report.hpp"
#include "orthant/core/step/integrator.hpp"

namespace orthant {

/// Counts are added; of a division the most of any group is kept.
class MergedReport {
 public:
  StepReport of(std::span<StepReport const> groups);

 private:
  FoldedReport solves_;
};

}  // namespace orthant
