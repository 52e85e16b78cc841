// Quantities of a run over time, from the tables that it wrote.
#pragma once
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace orthant {

/// Of each expression in quantities of metrics (docs/metrics.md), of columns of steps.csv, and of
/// columns of reactions.csv as of a joint: {"of": its text, "name": of its quantity if it is
/// one, "unit", "time_s", "values"}, with at most `most` points. Bodies and joints are those of the
/// first world. "box.z" is z(box). Throws Error, with the names that there are, for what the run
/// does not have.
nlohmann::json run_curves(std::filesystem::path const& directory,
                          std::vector<std::string> const& expressions, int most);

/// What says most of a run at first: its energies, and the heights of the first bodies that move;
/// fewer where it has fewer tables.
nlohmann::json first_curves(std::filesystem::path const& directory, int most);

}  // namespace orthant
