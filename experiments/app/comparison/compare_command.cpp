// The command from its files to the table at the end.
#include "experiments/app/comparison/compare_command.hpp"

#include <spdlog/fmt/fmt.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "experiments/app/comparison/case_runner.hpp"
#include "experiments/app/comparison/comparison_directory.hpp"
#include "experiments/app/comparison/comparison_summary.hpp"
#include "experiments/app/process/reporting.hpp"

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
    ComparisonSummary summary(plan, command.quiet);
    directory.write_table(
        plan, [&](PlannedCase const& each, Json const& result) { summary.add(each, result); });
    return summary.end(path);
  });
}

}  // namespace orthant
