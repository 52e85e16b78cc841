// The list of plug-ins as a page.
#include <spdlog/fmt/fmt.h>

#include <algorithm>

#include "experiments/app/references/reference.hpp"
#include "experiments/app/schema/best_at.hpp"
#include "experiments/app/schema/experiment_schema.hpp"
#include "experiments/app/schema/in_cell.hpp"

namespace orthant {
namespace {

constexpr char const* begin = R"(# Plug-ins

The names that an experiment may use, by kind. `orthant list` prints them with the backends of the build; this page is written by
`orthant list --markdown`. Settings are in the [configuration](configuration.md). A is the Delassus operator J M⁻¹ Jᵀ, and W the
multiplier of friction; the [theory](theory.md#symbols) writes them as W and r w. What others surpass is in
[bench/baselines](../bench/baselines/README.md).
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
  bool compared = false;
  auto const all = all_plugins();
  for (auto const& each : all) {
    if (each.kind == "backend") continue;  // of the build
    if (each.kind != kind) {
      kind = each.kind;
      compared = std::ranges::any_of(all, [&](auto const& other) {
        return other.kind == kind && !best_at(kind, other.name).empty();
      });
      out += fmt::format("\n## {}\n\n| name | |{}\n|---|---|{}\n", kind,
                         compared ? " best at |" : "", compared ? "---|" : "");
    }
    out += fmt::format("| `{}` | {} |", each.name, in_cell(each.about));
    if (compared) out += fmt::format(" {} |", best_at(kind, each.name));
    out += "\n";
  }
  return out;
}

}  // namespace orthant
