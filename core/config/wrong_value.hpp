// Input that is wrong wherever it stands, unlike a combination of values that do not fit together.
#pragma once
#include "core/config/error.hpp"

namespace orthant {

/// Thrown by Config: a value of another type, out of its range or none of the names, or an unknown
/// key. `where()` is its path.
class WrongValue : public Error {
 public:
  WrongValue(std::string where, std::string const& what)
      : Error(where + ": " + what), where_(std::move(where)) {}
  std::string const& where() const { return where_; }

 private:
  std::string where_;
};

}  // namespace orthant
