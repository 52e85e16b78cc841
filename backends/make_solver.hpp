// The solver of a simulation.
#pragma once
#include <nlohmann/json.hpp>

#include "backends/simulation.hpp"
#include "core/step/plugins.hpp"
#include "solvers/islands/islands.hpp"

namespace orthant {

/// Reads "solver" and "islands". A batch has none, so that a world has the same bits in every
/// batch; nor has a device, because lists of bodies are made on the host.
template <class Space>
std::unique_ptr<NonlinearSolver<Space>> make_solver(Plugins<Space> const& plugins, Config& config,
                                                    Setup const& setup, Sizes const& n) {
  bool const may = on_host<Space> && setup.worlds == 1 && !setup.of_batch;
  bool islands = may;
  config.flag("islands", islands, "");
  if (islands && !may)
    refuse(config.where("islands"), "true",
           on_host<Space> ? "false in a batch of worlds" : "false on a device");
  auto whole = plugins.nonlinear_solvers.make(config.plugin("solver", "cascade"), plugins, n);
  if constexpr (on_host<Space>) {
    if (!islands) return whole;
    auto const all = std::make_shared<Plugins<Space>>(plugins);
    // As given: a default that is written out would count as chosen.
    auto const make = [all, given = config.only("solver"),
                       path = config.path()](Sizes const& part) {
      Json resolved;
      Config again(given, resolved, path);
      return all->nonlinear_solvers.make(again.plugin("solver", "cascade"), *all, part);
    };
    return std::make_unique<Islands<Space>>(std::move(whole), make, n);
  }
  return whole;
}

}  // namespace orthant
