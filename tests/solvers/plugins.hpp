// The registered solvers by name.
#pragma once
#include <nlohmann/json.hpp>

#include "tests/registered.hpp"

namespace orthant::test {

/// Throws Error if the settings are refused.
inline LinearRecipe<Space> read_linear(Json const& settings) {
  Json resolved;
  return registered().linear_solvers.make(Config(settings, resolved, "linear"), registered(), {});
}
inline std::unique_ptr<LinearSolver<Space>> make_linear(Json const& settings, Sizes const& sizes) {
  return read_linear(settings).make(sizes);
}
inline std::unique_ptr<NonlinearSolver<Space>> make_nonlinear(Json const& settings,
                                                              Sizes const& sizes) {
  Json resolved;
  return registered()
      .nonlinear_solvers.make(Config(settings, resolved, "solver"), registered(), {})
      .make(sizes);
}

inline std::vector<std::string> linear_solver_names() {
  return registered().linear_solvers.names();
}
inline std::vector<std::string> preconditioner_names() { return names_of_kind("preconditioner"); }

}  // namespace orthant::test
