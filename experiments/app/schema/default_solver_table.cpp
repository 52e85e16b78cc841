// The default solver as a table.
#include <spdlog/fmt/fmt.h>

#include "experiments/app/schema/experiment_schema.hpp"
#include "experiments/app/schema/in_cell.hpp"
#include "orthant/solvers/default_solver.hpp"

namespace orthant {
namespace {

/// Settings as a list of paths with their values.
std::string listed(Json const& settings, std::string const& path = "") {
  std::string out;
  for (auto const& [key, value] : settings.items()) {
    auto const one = value.is_object() ? listed(value, path + key + ".")
                                       : "`" + path + key + "` " + value.dump();
    if (!one.empty()) out += (out.empty() ? "" : ", ") + one;
  }
  return out;
}

}  // namespace

std::string default_solver_table() {
  std::string out = "| solver | asked where | settings beside its own defaults |\n|---|---|---|\n";
  auto const row = [&](char const* name, std::string const& when, Json const& settings) {
    out += fmt::format("| `{}` | {} | {} |\n", name, in_cell(when), in_cell(listed(settings)));
  };
  row("newton", "first in each step", changed_settings(FirstNewtonSettings{}));
  for (auto const& each : default_followers({})) row(each.type, each.when, each.changed());
  return out;
}

}  // namespace orthant
