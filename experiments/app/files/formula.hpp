// Text that a spreadsheet program would calculate: it is kept with an apostrophe before it.
#pragma once
#include <charconv>
#include <string_view>

namespace orthant {

/// Whether a text begins with "=", "+", "-", "@" or a tab after any apostrophes.
inline bool begins_as_formula(std::string_view cell) {
  auto const first = cell.find_first_not_of('\'');
  return first != cell.npos && std::string_view("=+-@\t").find(cell[first]) != cell.npos;
}

/// Whether it has to be kept as text. A number does not, as -0.5.
inline bool would_be_formula(std::string_view cell) {
  if (!begins_as_formula(cell)) return false;
  double number = 0;
  auto const end = cell.data() + cell.size();
  return std::from_chars(cell.data(), end, number).ptr != end;
}

/// The cell without the apostrophe that `append_cell` of csv.hpp puts before it.
inline std::string_view from_text(std::string_view cell) {
  if (cell.starts_with('\'') && begins_as_formula(cell)) cell.remove_prefix(1);
  return cell;
}

}  // namespace orthant
