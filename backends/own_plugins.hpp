// Plug-ins that a program adds to the host's first space, usable by name in experiments.
#pragma once
#include <functional>

#include "core/execution/spaces.hpp"
#include "core/step/plugins.hpp"

namespace orthant {

/// Functions that are called with the standard plug-ins of the host's first space, to add or to
/// replace plug-ins. Fill the list before anything is read, because backends are made once.
std::vector<std::function<void(Plugins<SpaceOnHost>&)>>& own_plugins();

}  // namespace orthant
