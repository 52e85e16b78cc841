// The registered solvers by name.
#pragma once
#include <nlohmann/json.hpp>

#include "tests/registered.hpp"

namespace orthant::test {

/// They throw Error if the settings are refused.
inline std::unique_ptr<LinearSolver<Space>> make_linear(Json const& settings, Sizes const& sizes) {
  Json resolved;
  return registered()
      .linear_solvers.make(Config(settings, resolved, "linear"), registered(), {})
      .make(sizes);
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

}  // namespace orthant::test
