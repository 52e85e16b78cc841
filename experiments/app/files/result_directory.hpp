// The directory of a run: locked while it runs, and cleared of earlier results.
#pragma once
#include <filesystem>

namespace orthant {

/// A lock for one process at a time, which ends with the process.
class DirectoryLock {
 public:
  /// Makes the directory if it does not exist. Throws Error if another process has it.
  explicit DirectoryLock(std::filesystem::path const& directory);
  ~DirectoryLock();
  DirectoryLock(DirectoryLock const&) = delete;
  DirectoryLock& operator=(DirectoryLock const&) = delete;

 private:
  int lock_ = -1;
};

/// Removes every file and folder that a run writes, result.json first, so that all later results
/// are of the new run. Other files stay. If there is no steps.csv, the first file of a run,
/// everything stays, because these are no results of a run.
void remove_results(std::filesystem::path const& directory);

/// Before a run goes on: removes the files that it had begun to write beside those that they
/// replace, and pages of what it was then.
void remove_unfinished(std::filesystem::path const& directory);

}  // namespace orthant
