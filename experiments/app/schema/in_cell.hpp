// Text in a cell of a Markdown table.
#pragma once
#include <string>
#include <string_view>

namespace orthant {

inline std::string in_cell(std::string_view text) {
  std::string out;
  for (char c : text) out.append(c == '|' ? "\\" : "").push_back(c);
  return out;
}

}  // namespace orthant
