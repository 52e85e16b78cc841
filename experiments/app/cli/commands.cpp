// The commands of the program.
#include "experiments/app/cli/commands.hpp"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "experiments/app/cli/run_teller.hpp"
#include "experiments/app/comparison/acceptance.hpp"
#include "experiments/app/comparison/plan.hpp"
#include "experiments/app/expressions/parameters.hpp"
#include "experiments/app/process/interruption.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/run/outcome.hpp"
#include "experiments/app/run/version.hpp"
#include "experiments/app/runnable/runnable.hpp"
#include "experiments/app/schema/experiment_schema.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/config/told_place.hpp"
#include "orthant/core/mesh/mesh.hpp"
#include "orthant/core/robots/readers.hpp"

namespace orthant {
namespace {

std::string table_of(Json const& result) {
  std::string out = result["experiment"].get<std::string>() + "\n";
  auto const row = [&out](std::string const& name, std::string const& value) {
    out += fmt::format("  {:<32} {}\n", name, value);
  };
  auto const number = [](Json const& x) {
    if (x.is_number_float() && std::isnan(x.get<double>())) return std::string("nan");
    if (x.is_number_float()) return fmt::format("{:.6g}", x.get<double>());
    return x.is_string() ? x.get<std::string>() : x.dump();
  };
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
  return out;
}

/// Prints the last lines of a run, in red on a terminal. A quiet run has no table, which has
/// expectations that are not met.
void say_trouble(Json const& result, bool quiet) {
  std::fflush(stdout);
  for (auto const& line : result["expectations"]["unmet"])
    if (quiet)
      log_line(Said::error, "error: expectation not met: " + line.get<std::string>(), true);
  if (auto const reason = result["exit_reason"].get<std::string>(); reason != end_of_experiment)
    log_line(Said::error, "error: stopped early: " + reason, true);
  if (auto const acceptable = told_acceptable(result); !acceptable.empty())
    log_line(Said::note, "note: " + acceptable, true);
  if (auto const sunk = told_sunk(result); !sunk.empty())
    log_line(Said::warning, "warning: " + sunk, true);
  if (auto const slips = told_slip_error(result); !slips.empty())
    log_line(Said::note, "note: " + slips, true);
  bool const ignored = result["configuration"]["unsolved"] == "ignore";
  if (auto const unsolved = told_unsolved(result); !unsolved.empty())
    log_line(ignored ? Said::note : Said::warning, (ignored ? "ignored: " : "warning: ") + unsolved,
             true);
}

void say_warnings(Runnable const& experiment, std::string const& file,
                  std::vector<std::string> const& assignments) {
  for (auto const& each : experiment.warnings())
    log_line(Said::warning, "warning: " + with_place(each, file, assignments));
}

/// Builds every case of a sweep. A refused combination is reported and is no error.
std::string checked_sweep(Sweep const& sweep, CheckCommand const& command) {
  if (!sweep.varies() && !sweep.same_steps) return "";
  make_plan({command.file}, command.assignments);  // what compare refuses of the sweep as a whole
  auto const cases = sweep.cases();
  Json input = read_json_file(command.file);
  change_by(input, command.assignments);
  Acceptance acceptance(sweep, input, command.file);
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
  std::map<std::pair<std::string, std::string>, bool> const optional_parts = {
      {{"assembly", "urdf"}, has_urdf()},
      {{"assembly", "mjcf"}, has_mjcf()},
      {{"assembly", "sdf"}, has_sdf()},
      {{"geometry", "hull"}, have_hulls()},
      {{"geometry", "mesh"}, have_mesh_files()}};
  for (auto& each : entries) {
    auto const part = optional_parts.find({each.kind, each.name});
    if (part != optional_parts.end() && !part->second) each.about += "; not in this build";
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
    set_least(command.quiet ? Said::warning : command.verbose ? Said::detail : Said::note);
    if (!command.log.empty()) log_to(command.log);
    auto const experiment = load_runnable(command.file, command.assignments);
    if (experiment->sweep().varies())
      log_line(Said::note, fmt::format("note: the base case alone; `orthant compare` runs the {} "
                                       "cases of the sweep",
                                       experiment->sweep().cases().size()));
    for (auto const& note : experiment->notes()) log_line(Said::note, "note: " + note);
    say_warnings(*experiment, command.file, command.assignments);
    Json const device = experiment->device();
    if (int const threads = device["threads"]; command.threads > threads)
      log_line(Said::warning,
               fmt::format("warning: --threads {}: the backend \"{}\" runs on {}", command.threads,
                           device["backend"].get<std::string>(), threads));
    RunOptions options;
    options.directory =
        command.directory.empty() ? "results/" + experiment->name() : command.directory;
    bool const bar = !command.quiet && isatty(STDERR_FILENO) != 0;
    RunTeller teller(experiment->parts(), experiment->part(), bar, [&](std::string const& line) {
      log_line(bar ? Said::detail : Said::note, line);
    });
    auto const at = [&](Said level) {
      return [&teller, level](std::string const& message) {
        teller.clear();
        log_line(level, message);
      };
    };
    options.progress = [&](RunProgress const& now) { teller.at(now); };
    options.say = at(Said::note);
    options.detail = at(Said::detail);
    options.resume = command.resume;
    Json result;
    int signal = 0;
    {
      Interruption const interruption;
      options.stop = [&] { return interruption.name(); };
      result = experiment->run(options);
      if (result["exit_reason"].get<std::string>().starts_with(interrupted))
        signal = interruption.signal();
    }
    teller.clear();
    auto const told = table_of(result) + "results: " + options.directory.string() + "\n";
    if (!command.quiet) print("{}", told);
    log_printed(told);
    say_trouble(result, command.quiet);
    if (signal != 0) end_by(signal);
    return exit_status(result);
  });
}

int check_command(CheckCommand const& command) {
  return reporting([&] {
    auto const experiment = load_runnable(command.file, command.assignments);
    say_warnings(*experiment, command.file, command.assignments);
    auto const sweep = telling_places(command.file, command.assignments,
                                      [&] { return checked_sweep(experiment->sweep(), command); });
    print("{}: valid; {}\n{}", command.file, experiment->size(), sweep);
    return 0;
  });
}

int list_command(ListForm form) {
  if (form == ListForm::page || form == ListForm::default_solver) {
    print("{}", form == ListForm::page ? plugin_page() : default_solver_table());
    return 0;
  }
  auto entries = all_plugins();
  add_versions(entries);
  if (form == ListForm::json) {
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
