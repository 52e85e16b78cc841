// The convergence of the solver of a stored problem.
#pragma once
#include "experiments/app/report/history.hpp"

namespace orthant {

/// In the form of read_history, as the iterations of a single step. In a run with several problems
/// it is the one with the most iterations. Null if convergence.csv has none.
nlohmann::json read_convergence(std::filesystem::path const& directory,
                                nlohmann::json const& result, HistoryLimits const& limits);

}  // namespace orthant
