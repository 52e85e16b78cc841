// Tables as the text of a file.
#pragma once
#include "experiments/app/files/csv.hpp"
#include "experiments/app/files/table_reader.hpp"

namespace orthant {

inline std::string line_of(std::vector<std::string> const& cells) {
  std::string out;
  for (auto const& cell : cells) {
    append_cell(out, cell);
    out += ',';
  }
  if (!out.empty()) out.back() = '\n';
  return out;
}

/// A header line, then a line for each row; cells are quoted if necessary.
inline std::string to_csv(Table const& table) {
  std::string out = line_of(table.columns);
  for (auto const& row : table.rows) out += line_of(row);
  return out;
}

}  // namespace orthant
