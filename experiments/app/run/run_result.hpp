// The content of result.json for a run.
#pragma once
#include "experiments/app/run/own_metrics.hpp"
#include "experiments/app/run/run_totals.hpp"
#include "experiments/app/run/summary.hpp"

namespace orthant {

Json run_result(Experiment const& e, RunTotals const& totals, RunSummary const& summary,
                OwnMetrics const& own, std::optional<int> redundant_rows);

}  // namespace orthant
