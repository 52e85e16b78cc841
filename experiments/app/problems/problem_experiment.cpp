// Reads an experiment on stored problems.
#include "experiments/app/problems/problem_experiment.hpp"

#include <algorithm>

#include "experiments/app/expressions/parameters.hpp"
#include "experiments/app/problems/problem_kinds.hpp"
#include "orthant/backends/cone_solvers.hpp"
#include "orthant/core/config/schema.hpp"

namespace orthant {
namespace {

constexpr char const* files_key = "problems.files";

}  // namespace

void ProblemSettings::fields(Fields& f) {
  f.name("kind", kind, problem_kinds(),
         "what the files hold: contact problems, or (mixed) linear complementarity problems");
  f.real("repeat_for", repeat_for, not_negative(),
         "[s] of CPU time for which a short solve is repeated, 200 times at most: its time is the "
         "mean");
}

ProblemExperiment build_problem_experiment(Json const& given, std::string const& path) {
  Json const input = with_parameters(given, path);
  ProblemExperiment e;
  e.path = path;
  e.parameters = parameters_of(given, input);
  Config config(input, e.resolved, path);
  if (config.has("scene")) refuse(path, "\"scene\" beside \"problems\"", "one of the two");
  e.name = read_heading(config, path);
  if (config.is_given("sweep")) e.sweep = read_sweep(input.at("sweep"), path);
  sweep_problem_files(e.sweep, given, path);

  Config problems = config.child("problems");
  problems.need("files", "a file or a pattern, or several");
  Json const files = problems.raw("files");
  problems.resolved()["files"] = files;
  e.settings.fields(problems);
  problems.done();
  e.files = problem_files(files, path, problems.where("files"));
  e.solver = stored_problem_solvers().make(config.plugin("solver", "hybrid"));
  e.expect = read_expectations(config.child("expect"));
  unsolved_field(config, e.unsolved);
  config.done();
  for (auto const& file : e.files) read_problem(e.settings.kind, file.path);
  return e;
}

void sweep_problem_files(Sweep& sweep, Json const& given, std::string const& path) {
  if (!is_of_problems(given)) return;
  Json const input = with_parameters(given, path);
  auto const& problems = input.at("problems");
  if (!problems.is_object() || !problems.contains("files")) return;  // refused by the reader
  auto const where = path + "/problems/files";
  auto const is_it = [](SweepAxis const& axis) { return axis.key == files_key; };
  if (std::ranges::any_of(sweep.axes, is_it)) return;
  auto const files = problem_files(problems.at("files"), path, where);
  if (files.size() < 2) return;
  SweepAxis axis{.key = files_key, .values = {}, .zip = 0, .where = where};
  for (auto const& file : files) {
    axis.place.emplace(file.name, axis.values.size());
    axis.values.emplace_back(file.name);
  }
  auto const place = std::ranges::find_if(
      sweep.axes, [](SweepAxis const& each) { return each.zip > 0 || each.key > files_key; });
  sweep.axes.insert(place, std::move(axis));
}

Json problems_schema() {
  SchemaFields f;
  f.need("files", "");
  f.described("files", R"({"oneOf": [{"type": "string"},
    {"type": "array", "minItems": 1, "items": {"type": "string"}}],
    "description": "files, or patterns such as contact_problems/*.dat, below the experiment's folder or $ORTHANT_DATA"})");
  ProblemSettings{}.fields(f);
  Json out = f.schema();
  out["description"] = "stored problems, in place of a scene";
  return out;
}

}  // namespace orthant
