// How the solver of a stored problem converged.
#pragma once
#include "experiments/app/report/history.hpp"

namespace orthant {

/// In the form of read_history, as the iterations of the only step: of the problem that took the
/// most, of a run with several. Null where convergence.csv has none.
nlohmann::json read_convergence(std::filesystem::path const& directory,
                                nlohmann::json const& result, HistoryLimits const& limits);

}  // namespace orthant
