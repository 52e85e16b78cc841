// Says in refusals of an experiment's file where the wrong value stands in it.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "orthant/core/config/error.hpp"

namespace orthant {

/// Appends to a message "FILE/scene/bodies/1/mass: ..." the line of the value and its path by
/// names,
/// "(line 7: scene.bodies.box.mass)", or the `--set` that it is from. Leaves other messages.
std::string with_place(std::string message, std::string const& file,
                       std::vector<std::string> const& assignments);
/// The same for the text of an error.
void tell_place(Error& error, std::string const& file, std::vector<std::string> const& assignments);

/// Calls f; what it refuses tells its place.
template <class F>
auto telling_places(std::string const& file, std::vector<std::string> const& assignments, F&& f) {
  try {
    return std::forward<F>(f)();
  } catch (Error& error) {
    tell_place(error, file, assignments);
    throw;
  }
}

}  // namespace orthant
