// What a build does not have, and another would: no fault of the input.
#pragma once
#include "core/config/error.hpp"

namespace orthant {

class NotBuilt : public Error {
 public:
  NotBuilt(std::string const& where, std::string const& what, std::string const& allowed)
      : Error(where + ": found " + what + ", which is not in this build, allowed: " + allowed) {}
};

}  // namespace orthant
