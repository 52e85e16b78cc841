// The table of a comparison: a row for each case. docs/results.md tells its columns.
#pragma once
#include <nlohmann/json.hpp>

#include "experiments/app/files/table.hpp"

namespace orthant {

using Json = nlohmann::json;

/// From comparison.json and the cases' results, in the order of the cases; columns that no case has
/// are left out, unless every table has them.
Table case_table(Json const& comparison, std::vector<Json> const& results);

/// Reads the results of all cases in the directory of a comparison.
std::vector<Json> case_results(Json const& comparison, std::filesystem::path const& directory);

}  // namespace orthant
