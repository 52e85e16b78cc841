// The table of metrics as Markdown tables.
#include <spdlog/fmt/fmt.h>

#include "experiments/app/run/metrics.hpp"
#include "experiments/app/schema/experiment_schema.hpp"
#include "experiments/app/schema/in_cell.hpp"

namespace orthant {
namespace {

constexpr char const* begin_of_metrics = R"(# Metrics

What steps and runs are measured by. λ is the impulse of a contact, Û its velocity with that of friction added to the normal, K the
friction cone; see [measures](theory.md#measures). This page is written by `orthant schema --metrics`, from the
list that the program writes its files by.

## Of a run

Numbers of `metrics` in [result.json](results.md#resultjson), which `expect` may bound as `metrics.NAME`. Those that combine
steps are the worst world's, and in `worlds.csv` each world's own where they are of a world. Drifts are
relative to [what the start could give](theory.md#measures), those of [references](configuration.md#reference) there with the reference.

| metric | unit | over the steps | of the column | meaning |
|---|---|---|---|---|
)";

constexpr char const* begin_of_columns = R"(
## Of a step

The columns of `steps.csv`, in this order. The worlds of a batch are combined as the third column says; a report draws some over time.

| column | unit | over the worlds | in reports | meaning |
|---|---|---|---|---|
)";

std::string quoted(char const* name) { return name ? fmt::format("`{}`", name) : ""; }

char const* over_worlds_of(Metric const& row) {
  if (!row.of_world) return "";
  return row.worlds == Over::largest ? "largest" : "sum";
}

}  // namespace

std::string metrics_reference() {
  std::string out = begin_of_metrics;
  auto const add = [&](auto const&... cells) {
    ((out += fmt::format("| {} ", in_cell(cells))), ...);
    out += "|\n";
  };
  for (auto const& [name, over, row] : named_metrics())
    add(quoted(name), row->unit, over, quoted(row->column), row->about);
  out += begin_of_columns;
  for (auto const& row : metrics())
    if (row.column)
      add(quoted(row.column), row.unit, over_worlds_of(row), row.drawn ? "drawn" : "", row.about);
  return out;
}

}  // namespace orthant
