// The exception for wrong input; its text says where, what was found and what is allowed.
#pragma once
#include <stdexcept>
#include <string>

namespace orthant {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Throws Error("where: found FOUND, allowed: ALLOWED").
[[noreturn]] void refuse(std::string const& where, std::string const& found,
                         std::string const& allowed);

/// "0.1", without trailing zeros, with enough digits to distinguish numbers.
std::string text(double x);

/// "a, b, c"
template <class Range>
std::string comma_separated(Range const& names) {
  std::string out;
  for (auto const& name : names) out += (out.empty() ? "" : ", ") + std::string(name);
  return out;
}

}  // namespace orthant
