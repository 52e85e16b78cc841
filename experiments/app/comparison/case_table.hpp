// The table of a comparison: one row for each case. docs/results.md explains its columns.
#pragma once
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

namespace orthant {

using Json = nlohmann::json;

/// A case as in comparison.json, with its result.json.
struct CaseRow {
  Json planned, result;
};

/// Writes the rows to a file, in their order. Columns that no case has are left out, except those
/// of every table. Each row is requested twice, first for its columns and then for its cells, so
/// that only one is in memory.
void write_case_table(std::filesystem::path const& file, std::size_t count,
                      std::function<CaseRow(std::size_t)> const& row);

}  // namespace orthant
