// Which task runs which case, as the folder of cases tells it: no task asks another, nor any
// server. A task that makes the folder `0007.part` has the case 0007, and writes it in a folder of
// its own name in there; the case is complete when that is renamed to `0007`, which a file system
// does for one of them only. So even a task that its scheduler believes dead does no harm.
#pragma once
#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace orthant {

/// A task of a job, at one of its starts.
struct TaskName {
  std::string job;
  int task = 0, attempt = 0;

  /// "12_3_0"
  std::string text() const;
  /// Nothing where `text` is none.
  static std::optional<TaskName> read(std::string const& text);
};

/// Names of cases, by how far they are.
struct CaseFolders {
  std::set<std::string> complete, begun;
};
CaseFolders look_at(std::filesystem::path const& cases);

/// Who has begun a case; nobody where a process without a scheduler has.
std::vector<TaskName> writers(std::filesystem::path const& cases, std::string const& id);

/// Takes what was begun of a case from whoever began it, so that anyone may begin it anew.
void release(std::filesystem::path const& cases, std::string const& id);

}  // namespace orthant
