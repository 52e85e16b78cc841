// Tables of text cells with named columns, as CSV by RFC 4180.
#pragma once
#include <filesystem>
#include <string>
#include <vector>

namespace orthant {

struct Table {
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;  // each with as many cells as columns; "": no value

  bool operator==(Table const&) const = default;
};

/// All rows that TableReader reads, and its refusals; messages name `path`.
Table from_csv(std::string const& text, std::string const& path);
Table read_csv(std::filesystem::path const& path);

}  // namespace orthant
