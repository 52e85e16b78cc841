// The requirements of a contact model on solver, integrator and step.
#pragma once
#include "core/config/config.hpp"
#include "core/step/plugins.hpp"

namespace orthant {

/// Throws Error if the contacts of a published model would be solved with another law or integrated
/// by another method than the model defines. `config` is the experiment.
template <class Space>
void require_model(ContactSettings const& set, Real h, Integrator<Space> const& integrator,
                   NonlinearSolver<Space> const& solver, Config const& config) {
  if (!set.published()) return;
  std::string const model = set.mujoco() ? MujocoModel::name : SapModel::name;
  if (auto const law = solver.law(); law.kind != FrictionLaw::Kind::associated)
    refuse(config.where("solver"), text(law) + " beside contact model \"" + model + "\"",
           "\"friction\": \"associated\", of \"newton\" or \"cascade\": the model is convex");
  if (integrator.has_stages())
    refuse(config.where("integrator"),
           "a method of two stages beside contact model \"" + model + "\"",
           "one whose step has one: its law is about u- and u+");
  if (set.sap() && !set.speculative && !integrator.moves_by_end_twist())
    refuse(config.where("scene") + "/contact/speculative",
           "false beside contact model \"sap\" and this integrator",
           "true, or one of Euler's: others do not damp what is pushed out of an overlap");
  if (auto const* of = set.mujoco(); of && !of->direct() && of->time_constant < 2 * h)
    refuse(config.where("scene") + "/contact/model/time_constant",
           text(of->time_constant) + " beside a step of " + text(h),
           "two steps at least: shorter times do not decay");
}

}  // namespace orthant
