// The exception for what the machine did not give.
#pragma once
#include "core/config/error.hpp"

namespace orthant {

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

}  // namespace orthant
