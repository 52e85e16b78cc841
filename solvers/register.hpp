// The solvers by name.
#pragma once
#include <nlohmann/json.hpp>

#include "core/plugins.hpp"
#include "solvers/linear/register.hpp"
#include "solvers/nonlinear/newton.hpp"

namespace orthant {

/// The linear solver of a nonlinear one; refuses one that cannot solve what `formulation` makes.
template <class Space>
std::unique_ptr<LinearSolver<Space>> linear_solver_for(Formulation<Space> const& formulation,
                                                       Plugins<Space> const& all, Config& config,
                                                       Sizes const& n) {
  bool const any = formulation.symmetric();
  auto const& solvers = all.linear_solvers;
  auto made = solvers.make(config.plugin("linear", !any           ? "dense_lu"
                                                   : have_cholmod ? "cholmod"
                                                                  : "pcr"),
                           n);
  if (any || made->takes_nonsymmetric()) return made;
  std::vector<std::string> fitting;
  for (auto const& name : solvers.names()) {
    Json const type = {{"type", name}};
    Json resolved;
    if (solvers.make(Config(type, resolved, ""), {})->takes_nonsymmetric()) fitting.push_back(name);
  }
  std::string allowed = "with this form of friction, whose Jacobian is not symmetric: ";
  allowed += comma_separated(fitting) + "; with this solver: ";
  allowed += comma_separated(all.symmetric_friction);
  refuse(config.where("linear"), shown(config.raw("linear")) + ", for symmetric systems only",
         allowed);
}

template <class Space>
void register_nonlinear_solvers(Plugins<Space>& plugins) {
  plugins.nonlinear_solvers.template add<NewtonSettings>(
      "newton", "non-smooth Newton on a complementarity function, rows relinearised",
      [](NewtonSettings const& set, Config& config, Plugins<Space> const& all, Sizes const& n) {
        NewtonParts<Space> parts;
        parts.formulation = all.formulation(config);
        with_listed<Scalings>(config, "scaling", RowSumScaling::name, [&](auto scaling) {
          parts.weights = std::make_unique<WeightsBy<Space, decltype(scaling)>>(scaling, n);
        });
        parts.step_length = step_lengths<Space>().make(config.plugin("step", "full"));
        parts.linear = linear_solver_for(*parts.formulation, all, config, n);
        return std::make_unique<Newton<Space>>(set, std::move(parts), n);
      });
}

}  // namespace orthant
