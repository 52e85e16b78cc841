// The table of a comparison: a row for each case. docs/results.md tells its columns.
#pragma once
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

namespace orthant {

using Json = nlohmann::json;

/// A case as comparison.json has it, and its result.json.
struct CaseRow {
  Json planned, result;
};

/// Writes the rows to a file, in their order; columns that no case has are left out, unless every
/// table has them. Each row is asked for twice, first for its columns and then for its cells, so
/// that the memory of one does for all.
void write_case_table(std::filesystem::path const& file, std::size_t count,
                      std::function<CaseRow(std::size_t)> const& row);

}  // namespace orthant
