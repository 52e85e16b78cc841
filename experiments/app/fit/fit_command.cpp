// The command from the file to the final table.
#include "experiments/app/fit/fit_command.hpp"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include "experiments/app/expressions/parameters.hpp"
#include "experiments/app/files/csv.hpp"
#include "experiments/app/files/result_directory.hpp"
#include "experiments/app/files/whole_file.hpp"
#include "experiments/app/fit/fit.hpp"
#include "experiments/app/fit/fit_result.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"
#include "experiments/app/run/experiment.hpp"
#include "experiments/app/run/outcome.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/core/config/told_place.hpp"

namespace orthant {
namespace {

struct Task {
  Json experiment, fitted, held_out;  // file; with data to fit; with held-out data, or null
  std::string name, where;            // where: path of the fit, for messages
  FitSettings set;
};

Task read_task(FitCommand const& command) {
  Task out;
  out.experiment = read_json_file(command.file);
  change_by(out.experiment, command.assignments);
  out.where = command.file + "/fit";
  if (!out.experiment.is_object() || !out.experiment.contains("fit"))
    refuse(command.file, "no \"fit\"", "an experiment that says what is to be found");
  if (out.experiment.contains("sweep") && !out.experiment["sweep"].is_null())
    refuse(command.file + "/sweep", "a sweep beside a fit", "none: --set sweep= removes it");
  if (out.experiment.contains("search") && !out.experiment["search"].is_null())
    refuse(command.file + "/search", "a search beside a fit", "none: --set search= removes it");
  if (!out.experiment.contains("reference"))
    refuse(out.where, "a fit without \"reference\"", "one beside the data to be fitted");
  Json resolved;
  out.set = read_fit(Config(out.experiment["fit"], resolved, out.where));
  out.fitted = with_changes(out.experiment, out.set.changes, out.where + "/changes");
  if (!out.set.held_out.empty())
    out.held_out = with_changes(out.experiment, out.set.held_out, out.where + "/held_out");
  out.name = out.experiment.contains("name") && out.experiment["name"].is_string()
                 ? out.experiment["name"].get<std::string>()
                 : experiment_name(command.file);
  return out;
}

/// Finds errors before the search, at the start and on the held-out data.
void require_runs(Task const& task, std::vector<Request> const& requests, Runs& runs) {
  for (auto const& each : runs(requests))
    if (!each.why_not.empty())
      throw Error(each.why_not.starts_with("error: ")
                      ? each.why_not.substr(7)
                      : task.where + ": the run at the start: " + each.why_not);
}

/// Requests at these values, on the fitted and the held-out data. Without a name nothing is
/// written.
std::vector<Request> both(Task const& task, std::vector<double> const& values, fs::path const& to,
                          std::string const& name) {
  auto const at = [&](Json const& experiment) {
    return with_values(experiment, task.set.parameters, values, task.where);
  };
  bool const writes = !name.empty();
  std::vector<Request> out{{.experiment = at(task.fitted), .directory = writes ? to / name : ""}};
  if (!task.held_out.is_null())
    out.push_back(
        {.experiment = at(task.held_out), .directory = writes ? to / (name + "_held_out") : ""});
  return out;
}

/// Writes one row for each iteration.
class History {
 public:
  History(fs::path const& file, FitSettings const& set, bool says)
      : set_(set), says_(says), table_(file, header(set)) {}

  void add(int start, int iteration, double cost, Eigen::VectorXd const& x) {
    auto const values = Cube(set_.parameters).values(x);
    table_.cell(start);
    table_.cell(iteration);
    table_.cell(cost);
    for (double const each : values) table_.cell(each);
    table_.end_row();
    table_.flush();
    if (!says_) return;
    std::string line = fmt::format("start {}, iteration {}: cost {:.6g}", start, iteration, cost);
    for (std::size_t i = 0; i < values.size(); ++i)
      line += fmt::format(", {} {:.6g}", set_.parameters[i].name, values[i]);
    print(stderr, "{}\n", line);
  }
  void close() { table_.close(); }

 private:
  static std::string header(FitSettings const& set) {
    std::string out = "start,iteration,cost";
    for (auto const& each : set.parameters) {
      out += ',';
      append_cell(out, each.name);
    }
    return out;
  }

  FitSettings const& set_;
  bool says_;
  CsvFile table_;
};

int fit(FitCommand const& command) {
  if (!have_ceres()) throw Error("orthant fit: this build has no Ceres (libceres-dev)");
  Task const task = read_task(command);
  fs::path const directory =
      command.directory.empty() ? "results/fit_" + task.name : command.directory;
  DirectoryLock const lock(directory);
  Runs runs(command.file, directory / "runs", command.jobs);
  std::vector<double> start;
  for (auto const& each : task.set.parameters) start.push_back(each.start);
  require_runs(task, both(task, start, "", ""), runs);
  for (auto const& each : {"fit.json", "fit.csv", "fitted.json", "fit.html"})
    fs::remove(directory / each);

  History history(directory / "fit.csv", task.set, !command.quiet);
  Slopes slopes(task.set, task.fitted, task.where, runs);
  Fit const found = find_parameters(
      task.set, slopes, [&](int k, int iteration, double cost, Eigen::VectorXd const& x) {
        history.add(k, iteration, cost, x);
      });
  history.close();
  long const searched = runs.made();

  auto const values = Cube(task.set.parameters).values(found.x());
  auto requests = both(task, start, directory, "start");
  for (auto& each : both(task, values, directory, "fitted")) requests.push_back(std::move(each));
  auto const ended = runs(requests);
  write_whole(directory / "fitted.json",
              with_values(task.experiment, task.set.parameters, values, task.where));
  Json const result = fit_result(task.name, command.file, task.set, found, ended, searched);
  write_whole(directory / "fit.json", result);
  write_fit_page(directory, result);
  if (!command.quiet) print_fit(result);
  if (!command.quiet) print("results: {}\n", directory.string());
  if (command.quiet)
    for (auto const& each : fit_troubles(result)) print(stderr, "warning: {}\n", each);
  return result.at("solved").get<bool>() ? exit_good : exit_not_solved;
}

}  // namespace

int fit_command(FitCommand const& command) {
  return reporting([&] {
    try {
      return telling_places(command.file, command.assignments, [&] { return fit(command); });
    } catch (Interrupted const& stop) {
      print(stderr, "stopped; fit.csv has the iterations that were made\n");
      return 128 + stop.signal;
    }
  });
}

}  // namespace orthant
