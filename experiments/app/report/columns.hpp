// Columns of numbers out of a CSV file with a line of names.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace orthant {

using Columns = std::map<std::string, std::vector<double>>;

/// The columns `wanted`, all of one length, zeros where the file lacks one. A cell that is no
/// number becomes NaN; a line with fewer cells than names is left out: a run that was killed leaves
/// such a one. No file: no rows.
Columns read_columns(std::filesystem::path const& file, std::vector<std::string> const& wanted);

}  // namespace orthant
