// Plug-ins that a program adds to the host's first space, usable by name in experiments.
#pragma once
#include <functional>

#include "orthant/core/cone_problem/cone_solver.hpp"
#include "orthant/core/execution/detail/spaces.hpp"
#include "orthant/core/method/plugins.hpp"

namespace orthant {

/// Functions that are called with the standard plug-ins of the host's first space, to add or to
/// replace plug-ins. Fill the list before anything is read, because backends are made once.
std::vector<std::function<void(Plugins<SpaceOnHost>&)>>& own_plugins();

/// The same for cone solvers, of stored problems and of the contacts of a step.
std::vector<std::function<void(ConeSolvers&)>>& own_cone_solvers();

}  // namespace orthant
