// Exceptions for wrong input; their text says where, what was found and what is allowed.
#pragma once
#include <stdexcept>
#include <string>

namespace orthant {

/// Wrong input, or what derives from it below.
class Error : public std::runtime_error {
 public:
  /// NULs of the text, at the first of which `what` would end, stand in it as "\u0000".
  explicit Error(std::string const& text);
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

/// Room on a disk, memory or a permission was missing. The same input may do another time.
class Lack : public Error {
 public:
  using Error::Error;
};

/// Throws Lack("where: found FOUND, allowed: ALLOWED").
[[noreturn]] inline void refuse_lack(std::string const& where, std::string const& found,
                                     std::string const& allowed) {
  throw Lack(where + ": found " + found + ", allowed: " + allowed);
}

/// What a build does not have, and another would: no fault of the input.
class NotBuilt : public Error {
 public:
  /// The text is "where: found WHAT, which is not in this build, allowed: ALLOWED".
  NotBuilt(std::string const& where, std::string const& what, std::string const& allowed)
      : Error(where + ": found " + what + ", which is not in this build, allowed: " + allowed) {}
};

/// Thrown by Config for a value of a wrong type, out of its range or not among the names, and for
/// an unknown key. `where()` is its path.
class WrongValue : public Error {
 public:
  /// The text is "where: WHAT".
  WrongValue(std::string const& where, std::string const& what);
  /// The path of the value or key as the text has it, such as "e.json/scene/gravity".
  std::string const& where() const { return where_; }

 private:
  std::string where_;
};

}  // namespace orthant
