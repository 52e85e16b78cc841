// The error for a value that is wrong by itself, unlike values that do not fit together.
#pragma once
#include "core/config/error.hpp"

namespace orthant {

/// Thrown by Config for a value of a wrong type, out of its range or not among the names, and for
/// an unknown key. `where()` is its path.
class WrongValue : public Error {
 public:
  WrongValue(std::string where, std::string const& what)
      : Error(where + ": " + what), where_(std::move(where)) {}
  std::string const& where() const { return where_; }

 private:
  std::string where_;
};

}  // namespace orthant
