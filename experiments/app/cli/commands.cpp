// The commands of the program.
#include "experiments/app/cli/commands.hpp"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "core/config/json_file.hpp"
#include "core/mesh/mesh.hpp"
#include "core/robots/readers.hpp"
#include "experiments/app/comparison/acceptance.hpp"
#include "experiments/app/expressions/parameters.hpp"
#include "experiments/app/process/progress.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/run/outcome.hpp"
#include "experiments/app/run/version.hpp"
#include "experiments/app/runnable/runnable.hpp"
#include "experiments/app/schema/experiment_schema.hpp"

namespace orthant {
namespace {

void print_table(Json const& result) {
  auto const row = [](std::string const& name, std::string const& value) {
    print("  {:<32} {}\n", name, value);
  };
  auto const number = [](Json const& x) {
    if (x.is_number_float()) return fmt::format("{:.6g}", x.get<double>());
    return x.is_string() ? x.get<std::string>() : x.dump();
  };
  print("{}\n", result["experiment"].get<std::string>());
  auto const& device = result["device"];
  row("backend", fmt::format("{}, {} thread(s)", device["backend"].get<std::string>(),
                             device["threads"].get<int>()));
  for (char const* key :
       {"worlds", "bodies", "redundant_rows", "steps", "steps_converged", "newton_iterations",
        "linear_solves", "linear_iterations", "wall_time_s", "problems", "problems_solved",
        "contacts", "iterations", "cpu_time_s", "exit_reason"})
    if (result.contains(key)) row(key, number(result[key]));
  if (result.contains("complaints")) row("complaints", number(result["complaints"]));
  if (auto const unsolved = told_unsolved(result); !unsolved.empty()) row("unsolved", unsolved);
  for (auto const& [key, value] : result["metrics"].items()) {
    if (!value.is_object()) {
      row(key, number(value));
      continue;
    }
    for (auto const& [part, x] : value.items()) row(key + "." + part, number(x));
  }
  for (auto const& line : result["expectations"]["unmet"])
    row("EXPECTATION NOT MET", line.get<std::string>());
}

/// Prints the last lines of a run, in red on a terminal. A quiet run omits ignored problems.
void say_trouble(Json const& result, bool quiet) {
  std::fflush(stdout);
  if (auto const reason = result["exit_reason"].get<std::string>(); reason != end_of_experiment)
    say_line("error: stopped early: " + reason, true);
  bool const ignored = result["configuration"]["unsolved"] == "ignore";
  if (auto const unsolved = told_unsolved(result); !unsolved.empty() && !(ignored && quiet))
    say_line((ignored ? "ignored: " : "warning: ") + unsolved, true);
}

/// Builds every case of a sweep. A refused combination is reported and is no error.
std::string checked_sweep(Sweep const& sweep, CheckCommand const& command) {
  if (!sweep.varies()) return "";
  auto const cases = sweep.cases();
  Json input = read_json_file(command.file);
  change_by(input, command.assignments);
  Acceptance acceptance(sweep, command.file);
  std::string refused;
  for (auto const& each : cases) {
    if (each.repeat.value_or(0) > 0) continue;
    auto const verdict = judged(input, sweep, each, command.file);
    acceptance.add(each, verdict);
    if (!verdict.accepted()) refused += "\n  " + each.label() + ": " + verdict.refusal;
  }
  acceptance.require();
  return fmt::format("sweep: {} cases{}{}\n", cases.size(),
                     refused.empty() ? "" : "; refused, and failures of a comparison:", refused);
}

/// Adds the library versions of other simulators, and says which readers and libraries are not
/// there.
void add_versions(std::vector<CatalogEntry>& entries) {
  for (auto& each : entries) {
    if (each.kind == "assembly" &&
        ((each.name == "urdf" && !has_urdf()) || (each.name == "mjcf" && !has_mjcf()) ||
         (each.name == "sdf" && !has_sdf())))
      each.about += "; not in this build";
    if (each.kind == "geometry" && !(each.name == "hull" ? have_hulls() : have_mesh_files()))
      each.about += "; not in this build";
    if (each.kind != "backend") continue;
    Json const input = {{"type", each.name}};
    Json resolved;
    if (auto const version = backends().make(Config(input, resolved, each.name))->version();
        !version.empty())
      each.about += " (" + version + ")";
  }
}

}  // namespace

int run_command(RunCommand const& command) {
  return reporting([&] {
    auto const experiment = load_runnable(command.file, command.assignments);
    if (experiment->sweep().varies() && !command.quiet)
      print(stderr, "note: the base case alone; `orthant compare` runs the {} cases of the sweep\n",
            experiment->sweep().cases().size());
    if (!command.quiet)
      for (auto const& note : experiment->notes()) say_line("note: " + note);
    Json const device = experiment->device();
    if (int const threads = device["threads"]; command.threads > threads)
      print(stderr, "warning: --threads {}: the backend \"{}\" runs on {}\n", command.threads,
            device["backend"].get<std::string>(), threads);
    RunOptions options;
    options.directory =
        command.directory.empty() ? "results/" + experiment->name() : command.directory;
    ProgressBar bar(experiment->parts(), !command.quiet && isatty(STDERR_FILENO) != 0);
    options.progress = [&](int part) { bar.at(part); };
    if (!command.quiet)
      options.say = [&](std::string const& message) {
        bar.clear();
        print(stderr, "{}\n", message);
      };
    Json const result = experiment->run(options);
    bar.clear();
    if (!command.quiet) {
      print_table(result);
      print("results: {}\n", options.directory.string());
    }
    say_trouble(result, command.quiet);
    return exit_status(result);
  });
}

int check_command(CheckCommand const& command) {
  return reporting([&] {
    auto const experiment = load_runnable(command.file, command.assignments);
    auto const sweep = checked_sweep(experiment->sweep(), command);
    print("{}: valid; {}\n{}", command.file, experiment->size(), sweep);
    return 0;
  });
}

int list_command(bool as_json, bool as_markdown) {
  if (as_markdown) {
    print("{}", plugin_page());
    return 0;
  }
  auto entries = all_plugins();
  add_versions(entries);
  if (as_json) {
    Json out = Json::array();
    for (auto const& e : entries)
      out.push_back({{"kind", e.kind}, {"name", e.name}, {"about", e.about}});
    print("{}\n", out.dump(2));
    return 0;
  }
  std::string kind;
  for (auto const& e : entries) {
    if (e.kind != kind) print("{}\n", kind = e.kind);
    print("  {:<20} {}\n", e.name, e.about);
  }
  return 0;
}

int schema_command(SchemaForm form) {
  switch (form) {
    case SchemaForm::reference:
      print("{}", configuration_reference());
      break;
    case SchemaForm::metrics:
      print("{}", metrics_reference());
      break;
    case SchemaForm::schema:
      print("{}\n", published_schema().dump(2));
  }
  return 0;
}

std::string version_text() {
  std::string out;
  Json const all = versions();
  for (auto const& [key, value] : all.items())
    out += (out.empty() ? "" : ", ") + key + " " + value.get<std::string>();
  return out;
}

}  // namespace orthant
