// The directory of a comparison: which process may write it, and its content.
#pragma once
#include <filesystem>
#include <functional>

#include "experiments/app/comparison/plan.hpp"
#include "experiments/app/files/result_directory.hpp"

namespace orthant {

using SeeResult = std::function<void(PlannedCase const& each, Json const& result)>;

class ComparisonDirectory {
 public:
  /// Locks the directory for this process, and writes comparison.json unless it exists. Throws
  /// Error if another process has the directory, if it has a comparison and `resume` is false, or
  /// if its comparison is a different one.
  ComparisonDirectory(std::filesystem::path path, Plan const& plan, Json const& command,
                      bool resume);

  std::filesystem::path const& path() const { return path_; }
  std::filesystem::path cases() const { return path_ / "cases"; }
  /// Writes cases.csv, and cases.h5 if the build has HDF5. `see` receives each result in the order
  /// of the cases. A case without a result gives {"status": "missing", "error": why}, which is an
  /// error unless the comparison may be `incomplete`.
  void write_table(Plan const& plan, bool incomplete, SeeResult const& see) const;
  /// Removes the comparison if this call began it.
  void forget() const;

 private:
  bool is_begun() const { return std::filesystem::exists(path_ / "comparison.json"); }
  void require_new(bool resume) const;
  void take();

  std::filesystem::path path_;
  DirectoryLock lock_;
  bool new_ = false;
};

}  // namespace orthant
