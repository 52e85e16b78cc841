// The data of a report, from the directory that `orthant compare` or `orthant run` wrote.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>

#include "experiments/app/report/history.hpp"

namespace orthant {

/// All data of the page, as one object: what was run, each case with its result and its thinned
/// histories, and notes on the thinning. Throws Error if the directory belongs to neither command.
/// A case without a readable result is included with that statement. `solve` of steps are shown.
nlohmann::json read_comparison(std::filesystem::path const& directory,
                               SolveChoice const& solve = {});

}  // namespace orthant
