// Which task runs which case, as recorded by the folder of cases. Tasks do not communicate with
// each other or with a server. A task that creates the folder `0007.part` has the case 0007, and
// writes to a subfolder with its own name. The case is complete when this is renamed to `0007`,
// which the file system allows only once. So even a task that its scheduler believes dead does no
// harm.
#pragma once
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace orthant {

/// One start of a task of a job.
struct TaskName {
  std::string job;
  int task = 0, attempt = 0;

  /// "12_3_0"
  std::string text() const;
  /// Empty if `text` is no such name.
  static std::optional<TaskName> read(std::string const& text);
};

/// Names of cases by their state.
struct CaseFolders {
  std::set<std::string> complete, begun;
};
CaseFolders look_at(std::filesystem::path const& cases);

/// The tasks that have begun a case; empty if a process without a scheduler has.
std::vector<TaskName> writers(std::filesystem::path const& cases, std::string const& id);

/// Takes a begun case away from its tasks, so that any task may begin it again.
void release(std::filesystem::path const& cases, std::string const& id);

}  // namespace orthant
