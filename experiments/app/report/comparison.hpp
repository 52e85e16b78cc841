// What a report is made of, from the directory that `orthant compare` or `orthant run` wrote.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>

namespace orthant {

/// All that the page shows, as one object: what was run, each case with its result and its thinned
/// histories, and notes on what was thinned. Throws Error where the directory is neither's. A case
/// without a result, or with one that cannot be read, is a case that says so.
nlohmann::json read_comparison(std::filesystem::path const& directory);

}  // namespace orthant
