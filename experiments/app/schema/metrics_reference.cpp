// The table of metrics as Markdown tables.
#include <spdlog/fmt/fmt.h>

#include "experiments/app/run/quantities.hpp"
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

constexpr char const* begin_of_own = R"page(
## Of one's own

`metrics` of an experiment gives names to expressions, which are evaluated after every step:

```
"metrics": {
  "tilt_deg": "degrees(acos(z_axis_z(box)))",
  "load": "normal_force(box, floor) / (2 * 9.81)",
  "slides": "abs(vx(box)) > 1e-6"
}
```

Each is a column of `steps.csv`, after those of [a step](#of-a-step), and has four numbers in `metrics` of `result.json`:

| number | meaning |
|---|---|
| `NAME.max`, `NAME.min` | largest and smallest over the steps and worlds |
| `NAME.mean`, `NAME.end` | mean over the steps, and value after the last one; of several worlds the largest |

In `steps.csv` it is the largest over the worlds, and `worlds.csv` has the four numbers of each world. `expect` bounds them as
`metrics.NAME.max`; `cases.csv` has them as `metrics.NAME.max`, [figures](figures.md) as `NAME.max`, and `run` of Python in `.metrics`.
A wrong expression is refused before the run, and so is the name of a metric, a column, a quantity or a function. An experiment
without `metrics` does no work for them. If a value is no number, as sqrt(-1), the result has the status `stopped`.

An expression asks for a quantity of a body or joint by its name, `vx(box)`; a name with a comma or parenthesis stands in single
quotes. The contact quantities are of all contacts of a body, `normal_force(box)`, or of those with one other body,
`normal_force(box, floor)`; `contact_force_x(a, b)` is the force on a. Forces are means over the step, at the time `force_time_s` of
[contacts.csv](results.md). Columns of numbers of [steps.csv](#of-a-step) are quantities without parentheses, of the world where they
are of a world: `kinetic_J + potential_J`. Joints are those of `joints.csv`; a joint of several coordinates is `JOINT.COORDINATE`.

| quantity | of | unit | meaning |
|---|---|---|---|
)page";

constexpr char const* begin_of_expressions = R"(
### Expressions

Numbers, `pi`, `+ - * /`, `^` for powers (2^3^2 = 2^9, -2^2 = -4), parentheses, comparisons `< <= > >=`, `not`, `and`, `or`: what
holds is 1, what does not is 0. Functions of one number, angles in rad: )";

constexpr char const* end_of_expressions =
    R"(`atan2(y, x)`, `max(a, b)` and `min(a, b)` take two. asin and acos take what
round-off leaves up to 1e-9 beyond 1 as 1. A text has up to 4000 characters.
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
  out += begin_of_own;
  for (auto const& [of, name, unit, about] : quantities())
    add(quoted(name),
        of == Quantity::Of::body    ? "body"
        : of == Quantity::Of::joint ? "joint"
                                    : "body, or body and other",
        unit, about);
  out += begin_of_expressions;
  std::string functions;
  for (auto const& name : Expression::functions())
    if (name != "atan2" && name != "max" && name != "min")
      functions += (functions.empty() ? "`" : ", `") + name + "`";
  out += functions + ".\n" + end_of_expressions;
  out += begin_of_columns;
  for (auto const& row : metrics())
    if (row.column)
      add(quoted(row.column), row.unit, over_worlds_of(row), row.drawn ? "drawn" : "", row.about);
  return out;
}

}  // namespace orthant
