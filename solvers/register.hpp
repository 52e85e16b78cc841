// Registers the nonlinear solvers by name.
#pragma once
#include <nlohmann/json.hpp>

#include "orthant/core/method/plugins.hpp"
#include "orthant/solvers/linear/register.hpp"
#include "orthant/solvers/nonlinear/detail/newton.hpp"
#include "orthant/solvers/nonlinear/detail/relinearised_cone.hpp"
#include "orthant/solvers/nonlinear/detail/sequential_impulses.hpp"
#include "orthant/solvers/nonlinear/regularisations.hpp"
#include "orthant/solvers/nonlinear/step_lengths.hpp"
#include "orthant/solvers/scaling/weights_by.hpp"

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

/// The linear solvers that `fits` accepts.
template <class Space, class F>
std::vector<std::string> linear_solvers_that(Plugins<Space> const& all, F const& fits) {
  std::vector<std::string> out;
  for (auto const& name : all.linear_solvers.names()) {
    Json const type = {{"type", name}};
    Json resolved;
    if (fits(all.linear_solvers.make(Config(type, resolved, ""), all, {}))) out.push_back(name);
  }
  return out;
}

/// Reads the linear solver of a nonlinear one. Refuses one that cannot solve the matrices of
/// `formulation`.
template <class Space>
LinearRecipe<Space> linear_solver_for(Formulation<Space> const& formulation,
                                      Plugins<Space> const& all, Config& config,
                                      Demands const& demands) {
  bool const any = formulation.symmetric() && demands.symmetric;
  char const* const by_default = all.linear_solvers.entries().contains("by_size") ? "by_size"
                                 : any                                            ? "pcr"
                                                                                  : "dense_lu";
  auto out = all.linear_solvers.make(config.plugin("linear", by_default), all, demands);
  if (any || out.takes_nonsymmetric) return out;
  std::string allowed = "for this Jacobian, which is not symmetric: ";
  allowed += comma_separated(
      linear_solvers_that(all, [](auto const& each) { return each.takes_nonsymmetric; }));
  if (demands.symmetric)
    allowed += "; or other friction: " + comma_separated(all.symmetric_friction);
  refuse(config.where("linear"), shown(config.raw("linear")) + ", for symmetric systems only",
         allowed);
}

/// The same for a Newton matrix with the exact geometric stiffness.
template <class Space>
LinearRecipe<Space> solver_with_stiffness(Plugins<Space> const& all, Config& config,
                                          Demands const& demands) {
  auto const fitting =
      linear_solvers_that(all, [](auto const& each) { return each.takes_stiffness; });
  if (fitting.empty())
    refuse(config.where("geometric_stiffness"), "\"exact\", which no linear solver here can take",
           "\"off\" or \"lumped\"");
  auto out =
      all.linear_solvers.make(config.plugin("linear", fitting.front().c_str()), all, demands);
  if (!out.takes_stiffness)
    refuse(config.where("linear"),
           shown(config.raw("linear")) + " beside geometric_stiffness \"exact\"",
           comma_separated(fitting) + "; or geometric_stiffness \"lumped\" with any");
  return out;
}

/// The value of "geometric_stiffness" beside these steps. Refuses a value without effect, and "off"
/// if the step itself contains geometric stiffness.
inline GeometricStiffness stiffness_for(NewtonSettings const& set, Config& config,
                                        Demands const& demands) {
  auto how = set.geometric_stiffness;
  bool const needed = demands.stiffness_use == StiffnessUse::needed;
  if (how == GeometricStiffness::automatic)
    how = needed ? GeometricStiffness::exact : GeometricStiffness::off;
  auto const name = name_in(geometric_stiffnesses, how);
  if (needed && how != GeometricStiffness::exact)
    refuse(config.where("geometric_stiffness"),
           shown(name) + " beside an integrator that has it in its equations", "\"exact\"");
  if (demands.stiffness_use == StiffnessUse::none && how != GeometricStiffness::off)
    refuse(config.where("geometric_stiffness"),
           shown(name) + ", where J and the forces along it do not turn in a step",
           "\"off\"; or a scene and an integrator with J at the unknown end or middle of the step: "
           "implicit_euler or moreau_jean with \"matrices\": \"iterate\", implicit_midpoint, bdf2, "
           "generalised_alpha; or linearly_implicit");
  config.resolved()["geometric_stiffness"] = name;
  return how;
}

/// Newton's method, read: its settings, and its parts.
template <class Space>
struct NewtonRecipe {
  NewtonSettings set;
  std::shared_ptr<Formulation<Space> const> formulation;
  Maker<Weights<Space>> weights;
  std::shared_ptr<StepLength<Space> const> step_length;
  std::shared_ptr<Regularisation<Space> const> regularisation;
  LinearRecipe<Space> linear;

  std::unique_ptr<NonlinearSolver<Space>> operator()(Sizes const& n) const {
    return std::make_unique<Newton<Space>>(
        set,
        NewtonParts<Space>{formulation, weights(n), step_length, regularisation, linear.make(n)},
        n);
  }
};

template <class Space>
NewtonRecipe<Space> read_newton(NewtonSettings const& set, Config& config,
                                Plugins<Space> const& all, Demands const& demands) {
  NewtonRecipe<Space> out{set, {}, {}, {}, {}, {}};
  out.set.geometric_stiffness = stiffness_for(set, config, demands);
  out.formulation = all.formulation(config, all, set.friction);
  out.weights = all.scalings.make(config.plugin("scaling", RowSumScaling::name));
  out.step_length = all.step_lengths.make(config.plugin("step", "full"));
  out.regularisation = all.regularisations.make(config.plugin("regularisation", "falling"));
  out.linear = out.set.geometric_stiffness == GeometricStiffness::exact
                   ? solver_with_stiffness(all, config, demands)
                   : linear_solver_for(*out.formulation, all, config, demands);
  out.set.exact_rows = out.linear.takes_nonsymmetric;
  return out;
}

template <class Space>
SolverRecipe<Space> newton_recipe(NewtonSettings const& set, Config& config,
                                  Plugins<Space> const& all, Demands const& demands) {
  auto const newton = read_newton(set, config, all, demands);
  return {.law = newton.formulation->law(), .tolerance = set.tolerance, .make = newton};
}

template <class Space>
void register_nonlinear_solvers(Plugins<Space>& plugins) {
  register_scalings(plugins);
  register_step_lengths(plugins);
  register_regularisations(plugins);
  plugins.nonlinear_solvers.template add<NewtonSettings>(
      "newton", "non-smooth Newton on a complementarity function, rows relinearised",
      newton_recipe<Space>);
  plugins.nonlinear_solvers.template add<SequentialImpulsesSettings>(
      "sequential_impulses", "projected Gauss-Seidel sweeps on velocities: quick and rough",
      [](SequentialImpulsesSettings const& set, Config& config, Plugins<Space> const&,
         Demands const& demands) -> SolverRecipe<Space> {
        if (demands.stiffness_use == StiffnessUse::needed)
          refuse(config.path(), "sweeps beside an integrator with geometric stiffness",
                 "\"newton\"");
        return {.tolerance = set.tolerance, .make = [set](Sizes const& n) {
                  return std::make_unique<SequentialImpulses<Space>>(set, n);
                }};
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
                                       Plugins<Space> const& all,
                                       Demands const& demands) -> SolverRecipe<Space> {
            if (demands.stiffness_use == StiffnessUse::needed)
              refuse(config.path(), "a cone solver beside an integrator with geometric stiffness",
                     "\"newton\"");
            auto const inner = read_inner(entry, config);
            FrictionLaw const law = inner->law();
            if (law.facets % 2 != 0)
              refuse(config.where("inner") + "/facets", std::to_string(law.facets),
                     "an even number: friction one way is that the other way");
            Json const form =
                law == FrictionLaw{} ? Json::object() : Json{{"friction", form_of(law)}};
            Json resolved;
            Config parts(form, resolved, "solver");
            return {.law = law,
                    .tolerance = set.tolerance,
                    .make = [=, formulation = all.formulation(
                                    parts, all, NewtonSettings{}.friction)](Sizes const& n) {
                      return std::make_unique<RelinearisedCone<Space>>(
                          name, set, inner, formulation,
                          std::make_unique<WeightsBy<Space, RowSumScaling>>(RowSumScaling{}, n), n);
                    }};
          },
          [inner = entry.describe](Fields& f) {
            f.object("inner", inner, "the cone solver's own settings", {"tolerance"});
          });
    }
}

}  // namespace orthant
