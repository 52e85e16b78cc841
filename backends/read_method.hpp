// Reads how the steps of a simulation are made and solved.
#pragma once
#include <nlohmann/json.hpp>

#include "orthant/backends/simulation/simulation.hpp"
#include "orthant/core/method/plugins.hpp"
#include "orthant/core/scene/detail/passive.hpp"
#include "orthant/solvers/islands/islands.hpp"

namespace orthant {

/// Throws Error if the contacts of a published model would be solved with another law or integrated
/// by another method than the model defines. `config` is the experiment.
template <class Space>
void require_model(Setup const& setup, Method<Space> const& method, Config const& config) {
  auto const& set = setup.scene.contact;
  if (!set.published()) return;
  std::string const model = set.mujoco() ? MujocoModel::name : SapModel::name;
  if (auto const& law = method.solver.law; law.kind != FrictionLaw::Kind::associated)
    refuse(config.where("solver"), text(law) + " beside contact model \"" + model + "\"",
           "\"friction\": \"associated\", of \"newton\" or \"cascade\": the model is convex");
  if (method.integrator.has_stages)
    refuse(config.where("integrator"),
           "a method of two stages beside contact model \"" + model + "\"",
           "one whose step has one: its law is about u- and u+");
  if (set.sap() && !set.speculative && !method.integrator.moves_by_end_twist)
    refuse(config.where("scene") + "/contact/speculative",
           "false beside contact model \"sap\" and this integrator",
           "true, or one of Euler's: others do not damp what is pushed out of an overlap");
  if (auto const* of = set.mujoco(); of && !of->direct() && of->time_constant < 2 * setup.h)
    refuse(config.where("scene") + "/contact/model/time_constant",
           text(of->time_constant) + " beside a step of " + text(setup.h),
           "two steps at least: shorter times do not decay");
}

/// Contacts alone turn no forces that a step could not follow.
template <class Space>
StiffnessUse stiffness_use_of(IntegratorRecipe<Space> const& integrator,
                              System<Space> const& system) {
  if (integrator.stiffness_use != StiffnessUse::at_need) return integrator.stiffness_use;
  bool const joints = std::ranges::any_of(system.constraints, [](auto const& kind) {
    return kind->capacity() > 0 && !kind->comes_and_goes();
  });
  return joints ? StiffnessUse::offered : StiffnessUse::none;
}

/// Reads "solver" and "islands". A batch has none, so that a world has the same bits in every
/// batch; nor has a device, because lists of bodies are made on the host.
template <class Space>
SolverRecipe<Space> read_solver(Plugins<Space> const& plugins, Config& config, Setup const& setup,
                                Demands const& demands) {
  bool const may = on_host<Space> && setup.worlds == 1 && !setup.of_batch;
  bool islands = may;
  config.flag("islands", islands, "");
  if (islands && !may)
    refuse(config.where("islands"), "true",
           on_host<Space> ? "false in a batch of worlds" : "false on a device");
  auto solver =
      plugins.nonlinear_solvers.make(config.plugin("solver", "cascade"), plugins, demands);
  if constexpr (on_host<Space>)
    if (islands) {
      auto const whole = solver;
      solver.make = [whole](Sizes const& n) { return std::make_unique<Islands<Space>>(whole, n); };
    }
  return solver;
}

/// Reads "integrator", "solver" and "islands" of an experiment with this system.
template <class Space>
Method<Space> read_method(Plugins<Space> const& plugins, Config& config, Setup const& setup,
                          System<Space> const& system) {
  Method<Space> out;
  out.integrator = plugins.integrators.make(config.plugin("integrator", "implicit_euler"));
  out.name = config.resolved().at("integrator").at("type");
  if (setup.scene.contact.pushes() && !out.integrator.moves_by_end_twist)
    refuse(config.where("scene") + "/contact/baumgarte", "a value beside this integrator",
           "no such key, or one of Euler's methods: in others the velocity at the end does not "
           "move the bodies in the step alone, and would keep what it adds");
  if (auto const rotor = path_of_rotor(setup.scene); !rotor.empty() && out.integrator.extrapolates)
    refuse(rotor + "/rotor_inertia", "a rotor beside \"" + out.name + "\"",
           "no such key, or another integrator: this one goes on with momentum of bodies from "
           "earlier steps, and would leave out that of rotors");
  out.solver = read_solver(plugins, config, setup,
                           {.stiffness_use = stiffness_use_of(out.integrator, system)});
  require_model(setup, out, config);
  return out;
}

}  // namespace orthant
