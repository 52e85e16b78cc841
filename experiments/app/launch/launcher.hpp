// The interface to a scheduler, which runs the cases of a comparison on a cluster: two functions.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace orthant {

/// Tasks for a scheduler, independent of each other and in any order.
struct JobArray {
  std::filesystem::path directory;  // absolute; for files of the scheduler and output of tasks
  /// The program and its arguments. Three more follow: the job's name, the number of the task from
  /// 1, and how often the scheduler has started it before.
  std::vector<std::string> words;
  int tasks = 1;
  int cores = 1;                      // of each task
  std::string name, partition, time;  // partition and time: "" is the cluster's default
  std::vector<std::string> options;   // of the scheduler, as given by `--pass`
};

/// A task that may still write: it waits, runs, or is being ended.
struct LiveTask {
  std::string job;
  int task = 0;
  bool runs = false;
  std::string waits_for;  // reason in the scheduler's words
};

/// A plug-in of two functions. `local` has none: the program itself runs the cases.
struct Launcher {
  std::string name, about;
  /// Submits the tasks, and returns the job's name. Throws Error if they are refused.
  std::function<std::string(JobArray const&)> submit = {};
  /// The tasks of the jobs that have not ended; without jobs, only tests whether the scheduler is
  /// available. Throws Error if it does not answer.
  std::function<std::vector<LiveTask>(std::vector<std::string> const& jobs)> status = {};

  bool is_local() const { return !submit; }
};

std::vector<Launcher> const& launchers();
std::vector<std::string> launcher_names();
/// Throws Error for an unknown name.
Launcher const& launcher_of(std::string const& name);

}  // namespace orthant
