// The wording of error messages.
#include "orthant/core/config/error.hpp"

#include <charconv>
#include <cmath>

namespace orthant {

void refuse(std::string const& where, std::string const& found, std::string const& allowed) {
  throw Error(where + ": found " + found + ", allowed: " + allowed);
}

std::string text(double x) {
  if (std::isnan(x)) return "nan";  // it has no sign to tell
  char buffer[32];
  auto const end = std::to_chars(buffer, buffer + sizeof buffer, x).ptr;
  return {buffer, end};
}

}  // namespace orthant
