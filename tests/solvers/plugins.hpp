// The registered solvers by name, without their templates: two translation units compile these.
#pragma once
#include <nlohmann/json.hpp>

#include "core/step/plugins.hpp"
#include "tests/built_rows.hpp"

namespace orthant::test {

/// The names of all plug-ins of a kind, as `orthant list` shows them.
std::vector<std::string> names_of_kind(std::string const& kind);

std::vector<std::string> linear_solver_names();
std::vector<std::string> preconditioner_names();

/// Throws Error where the settings are refused.
std::unique_ptr<LinearSolver<Space>> make_linear(Json const& settings, Sizes const& sizes);
std::unique_ptr<NonlinearSolver<Space>> make_nonlinear(Json const& settings, Sizes const& sizes);

inline Sizes sizes_of(Rows<Space> const& rows) {
  return {rows.worlds, rows.worlds * rows.bodies, rows.rows, rows.blocks};
}

}  // namespace orthant::test
