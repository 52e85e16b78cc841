// Registers the nonlinear solvers by name.
#pragma once
#include <nlohmann/json.hpp>

#include "core/step/plugins.hpp"
#include "solvers/linear/register.hpp"
#include "solvers/nonlinear/newton.hpp"
#include "solvers/nonlinear/regularisations.hpp"
#include "solvers/nonlinear/relinearised_cone.hpp"
#include "solvers/nonlinear/sequential_impulses.hpp"
#include "solvers/nonlinear/step_lengths.hpp"
#include "solvers/scaling/weights_by.hpp"

namespace orthant {

/// The "friction" settings of a law other than Coulomb's; null for Coulomb's law.
inline Json form_of(FrictionLaw const& law) {
  switch (law.kind) {
    case FrictionLaw::Kind::coulomb:
      break;
    case FrictionLaw::Kind::associated:
      return "associated";
    case FrictionLaw::Kind::polyhedral:
      return {{"type", "polyhedral"}, {"facets", law.facets}};
  }
  return {};
}

/// Makes the linear solver of a nonlinear one. Refuses one that cannot solve the matrices of
/// `formulation`.
template <class Space>
std::unique_ptr<LinearSolver<Space>> linear_solver_for(Formulation<Space> const& formulation,
                                                       Plugins<Space> const& all, Config& config,
                                                       Sizes const& n) {
  bool const any = formulation.symmetric() && n.symmetric;
  auto const& solvers = all.linear_solvers;
  auto made = solvers.make(config.plugin("linear", !any           ? "dense_lu"
                                                   : have_cholmod ? "by_size"
                                                                  : "pcr"),
                           n);
  if (any || made->takes_nonsymmetric()) return made;
  std::vector<std::string> fitting;
  for (auto const& name : solvers.names()) {
    Json const type = {{"type", name}};
    Json resolved;
    if (solvers.make(Config(type, resolved, ""), {})->takes_nonsymmetric()) fitting.push_back(name);
  }
  std::string allowed = "for this Jacobian, which is not symmetric: ";
  allowed += comma_separated(fitting);
  if (n.symmetric) allowed += "; or other friction: " + comma_separated(all.symmetric_friction);
  refuse(config.where("linear"), shown(config.raw("linear")) + ", for symmetric systems only",
         allowed);
}

/// The same for a Newton matrix with the exact geometric stiffness.
template <class Space>
std::unique_ptr<LinearSolver<Space>> solver_with_stiffness(Plugins<Space> const& all,
                                                           Config& config, Sizes const& n) {
  auto const& solvers = all.linear_solvers;
  std::vector<std::string> fitting;
  for (auto const& name : solvers.names()) {
    Json const type = {{"type", name}};
    Json resolved;
    if (solvers.make(Config(type, resolved, ""), {})->takes_stiffness()) fitting.push_back(name);
  }
  if (fitting.empty())
    refuse(config.where("geometric_stiffness"), "\"exact\", which no linear solver here can take",
           "\"off\" or \"lumped\"");
  auto made = solvers.make(config.plugin("linear", fitting.front().c_str()), n);
  if (!made->takes_stiffness())
    refuse(config.where("linear"),
           shown(config.raw("linear")) + " beside geometric_stiffness \"exact\"",
           comma_separated(fitting) + "; or geometric_stiffness \"lumped\" with any");
  return made;
}

/// The value of "geometric_stiffness" beside these steps. Refuses a value without effect, and "off"
/// if the step itself contains geometric stiffness.
inline GeometricStiffness stiffness_for(NewtonSettings const& set, Config& config, Sizes const& n) {
  auto how = set.geometric_stiffness;
  bool const needed = n.stiffness_use == StiffnessUse::needed;
  if (how == GeometricStiffness::automatic)
    how = needed ? GeometricStiffness::exact : GeometricStiffness::off;
  auto const name = name_in(geometric_stiffnesses, how);
  if (needed && how != GeometricStiffness::exact)
    refuse(config.where("geometric_stiffness"),
           shown(name) + " beside an integrator that has it in its equations", "\"exact\"");
  if (n.stiffness_use == StiffnessUse::none && how != GeometricStiffness::off)
    refuse(config.where("geometric_stiffness"),
           shown(name) + ", where J and the forces along it do not turn in a step",
           "\"off\"; or a scene and an integrator with J at the unknown end or middle of the step: "
           "implicit_euler or moreau_jean with \"matrices\": \"iterate\", implicit_midpoint, bdf2, "
           "generalised_alpha; or linearly_implicit");
  config.resolved()["geometric_stiffness"] = name;
  return how;
}

template <class Space>
std::unique_ptr<Newton<Space>> make_newton(NewtonSettings set, Config& config,
                                           Plugins<Space> const& all, Sizes const& n) {
  set.geometric_stiffness = stiffness_for(set, config, n);
  NewtonParts<Space> parts;
  parts.formulation = all.formulation(config);
  with_listed<Scalings>(config, "scaling", RowSumScaling::name, [&](auto scaling) {
    parts.weights = std::make_unique<WeightsBy<Space, decltype(scaling)>>(scaling, n);
  });
  parts.step_length = step_lengths<Space>().make(config.plugin("step", "full"));
  parts.regularisation = regularisations<Space>().make(config.plugin("regularisation", "falling"));
  parts.linear = set.geometric_stiffness == GeometricStiffness::exact
                     ? solver_with_stiffness(all, config, n)
                     : linear_solver_for(*parts.formulation, all, config, n);
  return std::make_unique<Newton<Space>>(set, std::move(parts), n);
}

template <class Space>
void register_nonlinear_solvers(Plugins<Space>& plugins) {
  plugins.nonlinear_solvers.template add<NewtonSettings>(
      "newton", "non-smooth Newton on a complementarity function, rows relinearised",
      make_newton<Space>);
  plugins.nonlinear_solvers.template add<SequentialImpulsesSettings>(
      "sequential_impulses", "projected Gauss-Seidel sweeps on velocities: quick and rough",
      [](SequentialImpulsesSettings const& set, Config& config, Plugins<Space> const&,
         Sizes const& n) {
        if (n.stiffness_use == StiffnessUse::needed)
          refuse(config.path(), "sweeps beside an integrator with geometric stiffness",
                 "\"newton\"");
        return std::make_unique<SequentialImpulses<Space>>(set, n);
      });
}

/// Registers every cone solver in spaces with host memory; `newton` is registered already.
template <class Space>
void register_relinearised_cones(Plugins<Space>& plugins, ConeSolvers const& cones) {
  if constexpr (on_host<Space>)
    for (auto const& [name, entry] : cones.entries()) {
      if (plugins.nonlinear_solvers.entries().contains(name)) continue;
      plugins.nonlinear_solvers.template add<RelinearisedConeSettings>(
          name, "rows relinearised, contacts solved by the cone solver; host",
          [name = name, entry = entry](RelinearisedConeSettings const& set, Config& config,
                                       Plugins<Space> const& all, Sizes const& n) {
            if (n.stiffness_use == StiffnessUse::needed)
              refuse(config.path(), "a cone solver beside an integrator with geometric stiffness",
                     "\"newton\"");
            auto inner = make_inner(entry, config);
            FrictionLaw const law = inner->law();
            if (law.facets % 2 != 0)
              refuse(config.where("inner") + "/facets", std::to_string(law.facets),
                     "an even number: friction one way is that the other way");
            Json const form =
                law == FrictionLaw{} ? Json::object() : Json{{"friction", form_of(law)}};
            Json resolved;
            Config parts(form, resolved, "solver");
            return std::make_unique<RelinearisedCone<Space>>(
                name, set, std::move(inner), all.formulation(parts),
                std::make_unique<WeightsBy<Space, RowSumScaling>>(RowSumScaling{}, n), n);
          },
          [inner = entry.describe](Fields& f) {
            f.object("inner", inner, "the cone solver's own settings", {"tolerance"});
          });
    }
}

}  // namespace orthant
