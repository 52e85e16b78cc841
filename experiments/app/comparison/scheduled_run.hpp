// Cases as tasks of a scheduler: handing over what is missing, and waiting for it.
#pragma once
#include "experiments/app/comparison/case_runner.hpp"
#include "experiments/app/launch/job_record.hpp"

namespace orthant {

struct ScheduledRun {
  Launcher launcher;
  std::filesystem::path directory;  // of the comparison
  int tasks = 100;                  // at most
  std::string partition, time;
  std::vector<std::string> options;  // of the scheduler
  CaseOptions cases;
  bool quiet = false;
};

/// Submits tasks for the cases that are missing, unless enough are at work, and waits until all
/// cases are complete or no task is left. Returns 0, or the signal that came: the tasks go on then.
/// Throws Error where the scheduler does not take them, or does not answer at the start.
int run_scheduled(Plan const& plan, ScheduledRun const& run);

/// How many cases have no folder yet.
int cases_left(Plan const& plan, std::filesystem::path const& cases);

/// Throws Error where tasks of a scheduler may still write into the directory of a comparison.
void require_no_tasks(std::filesystem::path const& directory);

}  // namespace orthant
