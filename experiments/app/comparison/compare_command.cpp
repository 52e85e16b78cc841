// The command from its files to the final table.
#include "experiments/app/comparison/compare_command.hpp"

#include <unistd.h>

#include <algorithm>
#include <thread>

#include "core/config/error.hpp"
#include "core/config/told_place.hpp"
#include "experiments/app/comparison/case_runner.hpp"
#include "experiments/app/comparison/comparison_directory.hpp"
#include "experiments/app/comparison/comparison_summary.hpp"
#include "experiments/app/comparison/scheduled_run.hpp"
#include "experiments/app/process/reporting.hpp"
#include "experiments/app/process/terminal.hpp"

namespace orthant {
namespace {

std::string default_directory(Plan const& plan) {
  std::string out = "results/compare_" + plan.experiments.front().name;
  if (auto const others = plan.experiments.size() - 1; others > 0)
    out += "_and_" + std::to_string(others) + "_more";
  return out;
}

/// Refuses scheduler options without a scheduler.
Launcher const& launcher_for(CompareCommand const& command) {
  auto const& launcher = launcher_of(command.on);
  std::pair<char const*, bool> const given[] = {{"--partition", !command.partition.empty()},
                                                {"--time", !command.time.empty()},
                                                {"--array-size", command.array_size > 0},
                                                {"--pass", !command.pass.empty()}};
  std::vector<std::string> schedulers;
  for (auto const& each : launchers())
    if (!each.is_local()) schedulers.push_back("--on " + each.name);
  for (auto const& [option, is_given] : given)
    if (launcher.is_local() && is_given)
      refuse(option, "no scheduler", "it beside " + comma_separated(schedulers));
  if (!launcher.is_local()) launcher.status({});
  return launcher;
}

CaseOptions case_options(CompareCommand const& command, bool local) {
  CaseOptions out;
  out.jobs = command.jobs;
  out.threads = command.threads;
  // A scheduler gives a task the requested number of cores; this machine gives all.
  if (out.threads == 0 && !local) out.threads = 1;
  if (out.threads == 0 && out.jobs > 1)
    out.threads = std::max(1, static_cast<int>(std::thread::hardware_concurrency()) / out.jobs);
  out.limit = command.limit;
  out.progress = !command.quiet && isatty(STDERR_FILENO) != 0;
  return out;
}

int run_local(Plan const& plan, CompareCommand const& command,
              ComparisonDirectory const& directory) {
  require_no_tasks(directory.path());
  AllCases queue(plan, directory.cases());
  CaseRunner runner(plan, queue, case_options(command, true));
  int const signal = runner.run();
  if (signal != 0)
    print(stderr, "stopped: {} of {} cases are left; --resume goes on with them\n", runner.left(),
          plan.cases.size());
  return signal;
}

/// The command line of this call, quoted for a shell.
std::string call_again(CompareCommand const& command) {
  std::string out;
  for (auto const& word : command.words) {
    bool const plain =
        !word.empty() && word.find_first_of(" \t\n'\"\\$`*?[]{}()<>|&;#~!") == std::string::npos;
    out += (out.empty() ? "" : " ") + (plain ? word : "'" + word + "'");
  }
  return command.resume ? out : out + " --resume";
}

int run_on(Launcher const& launcher, Plan const& plan, CompareCommand const& command,
           ComparisonDirectory const& directory) {
  ScheduledRun run;
  run.launcher = launcher;
  run.directory = directory.path();
  if (command.array_size > 0) run.tasks = command.array_size;
  run.partition = command.partition;
  run.time = command.time;
  run.options = command.pass;
  run.cases = case_options(command, false);
  run.quiet = command.quiet;
  int signal = 0;
  try {
    signal = run_scheduled(plan, run);
  } catch (Error const&) {
    directory.forget();
    throw;
  }
  if (signal != 0)
    print(stderr, "{} of {} cases are left; their jobs go on. To come back to them, here:\n  {}\n",
          cases_left(plan, directory.cases()), plan.cases.size(), call_again(command));
  return signal;
}

int compare(CompareCommand const& command) {
  auto const& launcher = launcher_for(command);
  Plan const plan = make_plan(command.files, command.assignments);
  std::string const path = command.directory.empty() ? default_directory(plan) : command.directory;
  ComparisonDirectory const directory(path, plan, command.words, command.resume);
  int const signal = launcher.is_local() ? run_local(plan, command, directory)
                                         : run_on(launcher, plan, command, directory);
  if (signal != 0) return 128 + signal;
  ComparisonSummary summary(plan, command.quiet);
  directory.write_table(
      plan, !launcher.is_local(),
      [&](PlannedCase const& each, Json const& result) { summary.add(each, result); });
  return summary.end(path);
}

}  // namespace

int compare_command(CompareCommand const& command) {
  return reporting([&] {
    try {
      return compare(command);
    } catch (Error& error) {
      for (auto const& file : command.files) tell_place(error, file, command.assignments);
      throw;
    }
  });
}

}  // namespace orthant
