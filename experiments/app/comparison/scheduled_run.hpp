// Runs cases as tasks of a scheduler: submits the missing ones, and waits for them.
#pragma once
#include "experiments/app/comparison/case_runner.hpp"
#include "experiments/app/launch/job_record.hpp"

namespace orthant {

struct ScheduledRun {
  Launcher launcher;
  std::filesystem::path directory;  // of the comparison
  int tasks = 100;                  // largest number
  std::string partition, time;
  std::vector<std::string> options;  // of the scheduler
  CaseOptions cases;
  bool quiet = false;
};

/// Submits tasks for the missing cases, unless enough tasks are live. Waits until all cases are
/// complete or no task is left. Returns 0, or the signal that came; the tasks then continue. Throws
/// Error if the scheduler refuses the tasks, or does not answer at the start.
int run_scheduled(Plan const& plan, ScheduledRun const& run);

/// The number of cases without a folder.
int cases_left(Plan const& plan, std::filesystem::path const& cases);

/// Throws Error if tasks of a scheduler may still write to the directory of a comparison.
void require_no_tasks(std::filesystem::path const& directory);

}  // namespace orthant
