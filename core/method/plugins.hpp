// All plug-ins of a space by kind and name, from which a configuration chooses.
#pragma once
#include "orthant/core/config/detail/list.hpp"
#include "orthant/core/config/registry.hpp"
#include "orthant/core/method/detail/catalog_entry.hpp"
#include "orthant/core/method/recipes.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// A kind of constraint that a scene can ask for.
template <class Space>
struct ConstraintKind {
  std::string about;     // one sentence
  bool is_joint = true;  // named by joints of a scene; otherwise always present
  JointType joint = {};  // its requirements on a joint
  /// Adds the constraint, or the given forces, to a set, if the scene has items for it.
  std::function<void(Model<Space> const&, Scene const&, ConstraintSet<Space>&)> add;
};

/// The plug-ins by name; standard_plugins() has those of Orthant.
template <class Space>
struct Plugins {
  std::map<std::string, ConstraintKind<Space>> constraints;  // by type of joint, or by kind
  std::vector<CatalogEntry> coordinates;                     // of joints
  /// Reads the keys "ncp" and "friction" of a nonlinear solver, with the default of the latter.
  std::function<std::shared_ptr<Formulation<Space> const>(Config&, Plugins const&,
                                                          char const* friction)>
      formulation;
  Registry<std::any> ncp_functions;             // of "ncp": the function with its settings
  Registry<std::any> friction_forms;            // of "friction": likewise
  std::vector<std::string> symmetric_friction;  // forms that every linear solver can take
  /// By the names of a complementarity function, or of NoNcp, and of a form.
  std::map<std::pair<std::string, std::string>, MakeFormulation<Space>> formulations;
  Registry<Maker<Weights<Space>>> scalings;                                // of "scaling"
  Registry<std::shared_ptr<StepLength<Space> const>> step_lengths;         // of "step"
  Registry<std::shared_ptr<Regularisation<Space> const>> regularisations;  // of "regularisation"
  Registry<Maker<Preconditioner<Space>>> preconditioners;                  // of "preconditioner"
  Registry<LinearRecipe<Space>, Plugins const&, Demands const&> linear_solvers;     // of "linear"
  Registry<SolverRecipe<Space>, Plugins const&, Demands const&> nonlinear_solvers;  // of "solver"
  Registry<IntegratorRecipe<Space>> integrators;  // of "integrator"
};

/// Registers a linear solver that is made from `first...`, its settings and sizes.
template <class Solver, class Settings, class Space, class... First>
void add_linear_solver(Plugins<Space>& plugins, std::string const& name, std::string const& about,
                       First const&... first) {
  plugins.linear_solvers.template add<Settings>(
      name, about,
      [=](Settings const& set, Config&, Plugins<Space> const&,
          Demands const&) -> LinearRecipe<Space> {
        return {.takes_nonsymmetric = Solver::takes_nonsymmetric,
                .takes_stiffness = Solver::takes_stiffness,
                .make = [=](Sizes const& n) { return std::make_unique<Solver>(first..., set, n); }};
      });
}

/// Registers an integrator that is made from its settings, sizes, and the number of kinds of
/// constraints.
template <class Step, class Settings, class Space>
void add_integrator(Plugins<Space>& plugins, std::string const& name, std::string const& about) {
  plugins.integrators.template add<Settings>(
      name, about, [](Settings const& set, Config&) -> IntegratorRecipe<Space> {
        bool extrapolates = false, remembers = false;
        if constexpr (requires { Step::extrapolates; })
          extrapolates = remembers = Step::extrapolates;
        if constexpr (requires { Step::remembers; }) remembers = Step::remembers;
        return {.stiffness_use = Step::stiffness_use(set),
                .moves_by_end_twist = Step::moves_by_end_twist,
                .has_stages = Step::has_stages,
                .extrapolates = extrapolates,
                .remembers = remembers,
                .make = [set](Sizes const& n, int kinds) {
                  return std::make_unique<Step>(set, n, kinds);
                }};
      });
}

}  // namespace orthant
