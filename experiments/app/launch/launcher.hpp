// What brings the cases of a comparison to the machines of a cluster: a scheduler, in two
// functions.
#pragma once
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace orthant {

/// Tasks that a scheduler is to run, each for itself and whenever it likes.
struct JobArray {
  std::filesystem::path directory;  // absolute: what the scheduler needs, and what tasks print
  /// The program and its arguments. Three more follow: the job's name, the number of the task from
  /// 1, and how often the scheduler has started it before.
  std::vector<std::string> words;
  int tasks = 1;
  int cores = 1;                      // of a task
  std::string name, partition, time;  // partition and time: "" is the cluster's own choice
  std::vector<std::string> options;   // of the scheduler, as `--pass` has them
};

/// A task that may still write something: it waits or runs, or it is being ended.
struct LiveTask {
  std::string job;
  int task = 0;
  bool runs = false;
  std::string waits_for;  // in the scheduler's words
};

/// A plug-in of two functions. `local` has none: the program runs the cases itself.
struct Launcher {
  std::string name, about;
  /// Hands the tasks over, and returns the job's name. Throws Error where they are refused.
  std::function<std::string(JobArray const&)> submit = {};
  /// Those of the jobs' tasks that have not ended; of no jobs: whether there is such a scheduler
  /// here. Throws Error where it does not answer.
  std::function<std::vector<LiveTask>(std::vector<std::string> const& jobs)> status = {};

  bool is_local() const { return !submit; }
};

std::vector<Launcher> const& launchers();
std::vector<std::string> launcher_names();
/// Throws Error for a name that is none.
Launcher const& launcher_of(std::string const& name);

}  // namespace orthant
