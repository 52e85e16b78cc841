// Plug-ins that a program adds to those of the host's first space, by a name in its experiments.
#pragma once
#include <functional>

#include "core/execution/spaces.hpp"
#include "core/step/plugins.hpp"

namespace orthant {

/// What is called with the standard plug-ins of the host's first space, to add to them or to
/// replace some. To be filled before anything is read: backends are made once.
std::vector<std::function<void(Plugins<SpaceOnHost>&)>>& own_plugins();

}  // namespace orthant
