// Columns of numbers of a CSV file with a line of names.
#pragma once
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace orthant {

using Columns = std::map<std::string, std::vector<double>>;

/// Columns of words.
using Words = std::map<std::string, std::vector<std::string>>;

/// The columns `wanted`, all of one length; a missing column is zero. A cell that is no number
/// becomes NaN. A line with fewer cells than names is omitted, because a killed run may leave one.
/// No file, or not even a whole line: no rows. A head with a broken quote is refused.
/// So are the columns that `words` names, as texts; a missing one is empty.
Columns read_columns(std::filesystem::path const& file, std::vector<std::string> const& wanted,
                     Words* words = nullptr);

}  // namespace orthant
