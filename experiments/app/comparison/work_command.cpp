// Runs cases of comparison.json.
#include "experiments/app/comparison/work_command.hpp"

#include "core/config/json_file.hpp"
#include "experiments/app/comparison/task_share.hpp"
#include "experiments/app/process/reporting.hpp"

namespace orthant {

int work_command(WorkCommand const& command) {
  return reporting([&] {
    std::filesystem::path const directory = command.directory;
    auto const file = (directory / "comparison.json").string();
    Plan const plan = plan_of(read_json_file(file), file);
    TaskShare share(plan, directory / "cases", {command.job, command.task, command.attempt},
                    command.tasks);
    CaseOptions options;
    options.jobs = command.jobs;
    options.threads = command.threads;
    options.limit = command.limit;
    options.ends_with_all = true;
    CaseRunner runner(plan, share, options);
    int const signal = runner.run();
    return signal == 0 ? 0 : 128 + signal;
  });
}

}  // namespace orthant
