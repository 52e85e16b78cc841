// The registered solvers by name, without their templates: one translation unit compiles these.
#pragma once
#include <nlohmann/json.hpp>

#include "core/plugins.hpp"
#include "tests/built_rows.hpp"

namespace orthant::test {

/// The names of all plug-ins of a kind, as `orthant list` shows them.
std::vector<std::string> names_of_kind(std::string const& kind);

/// Throws Error where the settings are refused.
std::unique_ptr<LinearSolver<Space>> make_linear(Json const& settings, Sizes const& sizes);
std::unique_ptr<NonlinearSolver<Space>> make_nonlinear(Json const& settings, Sizes const& sizes);

inline Sizes sizes_of(Rows<Space> const& rows) {
  return {rows.worlds, rows.worlds * rows.bodies, rows.rows, rows.blocks};
}

/// A test's name from settings: letters, digits and underscores only.
inline std::string name_from(Json const& settings) {
  std::string out;
  for (auto const& [key, value] : settings.items()) {
    if (!out.empty()) out += "_";
    for (char const c : value.is_string() ? value.get<std::string>() : value.dump())
      if (std::isalnum(static_cast<unsigned char>(c)) || c == '_') out += c;
  }
  return out;
}

}  // namespace orthant::test
