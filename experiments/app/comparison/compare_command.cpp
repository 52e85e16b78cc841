// The command from its files to the table at the end.
#include "experiments/app/comparison/compare_command.hpp"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "core/hdf5/hdf5_file.hpp"
#include "experiments/app/comparison/case_runner.hpp"
#include "experiments/app/comparison/comparison_directory.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/run/outcome.hpp"

namespace orthant {
namespace {

std::string default_directory(Plan const& plan) {
  std::string out = "results/compare_" + plan.experiments.front().name;
  if (auto const others = plan.experiments.size() - 1; others > 0)
    out += "_and_" + std::to_string(others) + "_more";
  return out;
}

CaseOptions case_options(CompareCommand const& command, ComparisonDirectory const& directory) {
  CaseOptions out;
  out.directory = directory.cases();
  out.jobs = command.jobs;
  out.threads = command.threads;
  if (out.threads == 0 && out.jobs > 1)
    out.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / out.jobs);
  out.limit = command.limit;
  out.progress = !command.quiet && isatty(STDERR_FILENO) != 0;
  return out;
}

/// As that of a run; one that failed is like one that did not meet what it expects.
int status_of(Json const& result) {
  if (result["status"] == "failed") return exit_not_met;
  int const status = exit_status(result);
  return status == wrong_input ? exit_not_met : status;
}

/// What went wrong with a case, or "".
std::string trouble(Json const& result) {
  if (result["status"] == "failed") return "FAILED: " + result["error"].get<std::string>();
  if (result["status"] == "stopped") return "STOPPED: " + result["exit_reason"].get<std::string>();
  std::string out;
  if (auto const unmet = result["expectations"]["unmet"].size(); unmet > 0)
    out = fmt::format("{} expectation(s) not met", unmet);
  auto const& unsolved = result["unsolved"];
  if (unsolved["steps"] == 0) return out;
  bool const ignored = result["configuration"]["unsolved"] == "ignore";
  return out +
         fmt::format("{}{} {} step(s), the first at {:.6g} s", out.empty() ? "" : ", ",
                     ignored ? "not solved, ignored:" : "NOT SOLVED:", unsolved["steps"].get<int>(),
                     unsolved["first_time_s"].get<double>());
}

void print_summary(Plan const& plan, std::vector<Json> const& results) {
  std::size_t width = 4;
  for (auto const& each : plan.cases) width = std::max(width, each.chosen.label().size());
  std::string experiment;
  for (std::size_t i = 0; i < results.size(); ++i) {
    auto const& each = plan.cases[i];
    auto const& result = results[i];
    if (auto const& name = plan.experiment_of(each).name; name != experiment) {
      experiment = name;
      fmt::print("{}\n  {:<4}  {:<{}}  {:>13}  {:>8}  {:>8}  {:>9}\n", name, "case", "", width,
                 "converged", "Newton", "linear", "time [s]");
    }
    fmt::print("  {:<4}  {:<{}}", each.id, each.chosen.label(), width);
    if (result.contains("steps"))
      fmt::print(
          "  {:>13}  {:>8}  {:>8}  {:>9.3g}",
          fmt::format("{}/{}", result["steps_converged"].get<int>(), result["steps"].get<int>()),
          result["newton_iterations"].get<long>(), result["linear_iterations"].get<long>(),
          result["wall_time_s"].get<double>());
    auto const what = trouble(result);
    fmt::print("{}{}\n", what.empty() ? "" : "  ", what);
  }
}

}  // namespace

int compare_command(CompareCommand const& command) {
  return reporting([&] {
    Plan const plan = make_plan(command.files, command.assignments);
    std::string const path =
        command.directory.empty() ? default_directory(plan) : command.directory;
    ComparisonDirectory const directory(path, plan, command.words, command.resume);
    CaseRunner runner(plan, case_options(command, directory));
    if (int const signal = runner.run()) {
      fmt::print(stderr, "stopped: {} of {} cases are left; --resume goes on with them\n",
                 runner.left(), plan.cases.size());
      return 128 + signal;
    }
    auto const results = directory.write_table();
    auto const count = static_cast<long>(results.size());
    auto const have = [&](int status) {
      return std::count_if(results.begin(), results.end(),
                           [&](Json const& each) { return status_of(each) == status; });
    };
    if (!command.quiet) {
      print_summary(plan, results);
      fmt::print("{} of {} cases finished and met what they expect\nresults: {}\n", have(exit_good),
                 count, path);
      if (!have_hdf5())
        fmt::print("no cases.h5: this build has no HDF5 (CMake option ORTHANT_HDF5)\n");
    }
    if (auto const unsolved = have(exit_not_solved); unsolved > 0)
      fmt::print(stderr, "warning: {} of {} cases have steps that are not solved\n", unsolved,
                 count);
    if (have(exit_not_met) > 0) return exit_not_met;
    return have(exit_not_solved) > 0 ? exit_not_solved : exit_good;
  });
}

}  // namespace orthant
