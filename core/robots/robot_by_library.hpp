// Robots that foreign libraries read, in a process of their own.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "orthant/core/robots/detail/robot.hpp"

namespace orthant {

/// What `read` makes by the library of the model at `path`, whose files have that many bytes.
/// Throws as read_by_library.
Robot robot_by_library(std::string const& library, std::string const& path, std::uintmax_t bytes,
                       std::function<Robot()> const& read);

}  // namespace orthant
