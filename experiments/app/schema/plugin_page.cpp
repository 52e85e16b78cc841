// The list of plug-ins as a page.
#include <spdlog/fmt/fmt.h>

#include "experiments/app/references/reference.hpp"
#include "experiments/app/schema/experiment_schema.hpp"
#include "experiments/app/schema/in_cell.hpp"

namespace orthant {
namespace {

constexpr char const* begin = R"(# Plug-ins

The names that an experiment may use, by kind. `orthant list` prints them with the backends of the build; this page is written by
`orthant list --markdown`. Settings are in the [configuration](configuration.md). A is the Delassus operator J M⁻¹ Jᵀ, and W the
multiplier of friction; the [theory](theory.md#symbols) writes them as W and r w.
)";

}  // namespace

std::vector<CatalogEntry> all_plugins() {
  auto out = catalog();
  for (auto const& [name, entry] : references().entries())
    out.push_back({"reference", name, entry.about, entry.describe});
  out.push_back({"geometry", "hull", "convex hulls of points and of meshes, by Qhull", {}});
  out.push_back({"geometry", "mesh", "meshes in STL, OBJ and COLLADA files, by Assimp", {}});
  return out;
}

std::string plugin_page() {
  std::string out = begin, kind;
  for (auto const& each : all_plugins()) {
    if (each.kind == "backend") continue;  // of the build
    if (each.kind != kind)
      out += fmt::format("\n## {}\n\n| name | |\n|---|---|\n", kind = each.kind);
    out += fmt::format("| `{}` | {} |\n", each.name, in_cell(each.about));
  }
  return out;
}

}  // namespace orthant
