// The directory that a run writes into: its own while it runs, and without what stood there before.
#pragma once
#include <filesystem>

namespace orthant {

/// Only one process works in a directory at a time: a lock that goes with the process.
class DirectoryLock {
 public:
  DirectoryLock() = default;
  /// Makes the directory where there is none. Throws Error where another process has it.
  explicit DirectoryLock(std::filesystem::path const& directory);
  ~DirectoryLock();
  DirectoryLock(DirectoryLock const&) = delete;
  DirectoryLock& operator=(DirectoryLock const&) = delete;
  DirectoryLock(DirectoryLock&& other) noexcept;
  DirectoryLock& operator=(DirectoryLock&& other) noexcept;

 private:
  int lock_ = -1;
};

/// Removes every file and folder that a run writes, result.json first: what stands there after that
/// is of the new run. Other files stay; and all do where there is no steps.csv, the first file of a
/// run, as then they are nobody's results.
void remove_results(std::filesystem::path const& directory);

}  // namespace orthant
