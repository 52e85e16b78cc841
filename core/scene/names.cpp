// Checks that a name is one line and no formula.
#include "orthant/core/scene/names.hpp"

#include <nlohmann/json.hpp>

#include "orthant/core/config/config.hpp"
#include "orthant/core/config/visible.hpp"

namespace orthant {

void require_name(std::string const& where, std::string const& name) {
  bool const formula = name.find_first_of("=+-@") == 0;
  if (formula || utf8_bytes(name) < name.size() || !is_one_visible_line(name))
    refuse(where, shown(Json(name)),
           "a name in UTF-8 without control characters, marks of direction, U+FFFE and U+FFFF, and "
           "without \"=\", \"+\", \"-\" or \"@\" at its beginning");
}

bool matches(std::string const& pattern, std::string const& name) {
  std::size_t p = 0, n = 0, star = std::string::npos, from = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = n;
    } else if (p < pattern.size() && pattern[p] == name[n]) {
      ++p, ++n;
    } else if (star != std::string::npos) {
      p = star + 1;
      n = ++from;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace orthant
