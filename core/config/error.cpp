// The wording of error messages.
#include "orthant/core/config/error.hpp"

#include <charconv>
#include <cmath>

namespace orthant {
namespace {

std::string without_nuls(std::string const& text) {
  std::string out;
  out.reserve(text.size());
  for (char const c : text) c == '\0' ? out += "\\u0000" : out += c;
  return out;
}

}  // namespace

Error::Error(std::string const& text) : std::runtime_error(without_nuls(text)) {}

WrongValue::WrongValue(std::string const& where, std::string const& what)
    : Error(where + ": " + what), where_(without_nuls(where)) {}

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
