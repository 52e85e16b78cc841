// The plug-ins of Orthant, and backends with plug-ins of one's own.
#pragma once
#include "orthant/backends/cone_solvers.hpp"
#include "orthant/backends/instances/detail/instances.hpp"
#include "orthant/backends/simulation/backend.hpp"

namespace orthant {

/// All plug-ins of Orthant that run on this space.
template <class Space>
Plugins<Space> standard_plugins() {
  auto plugins = plugins_without_cones<Space>();
  register_relinearised_cones(plugins, cone_solvers());
  register_in_turn(plugins);
  return plugins;
}

/// A backend with these plug-ins.
template <class Space>
std::unique_ptr<Backend> backend_with(Plugins<Space> plugins);

}  // namespace orthant
