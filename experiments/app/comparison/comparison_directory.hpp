// The directory of a comparison: which processes may write it, and its content.
#pragma once
#include <filesystem>
#include <functional>

#include "experiments/app/comparison/plan.hpp"
#include "experiments/app/files/result_directory.hpp"

namespace orthant {

using SeeResult = std::function<void(PlannedCase const& each, Json const& result)>;

/// How a call takes part in a comparison.
enum class Entry {
  begins,   // it must be the first
  resumes,  // it goes on, alone on this machine
  shares    // it works beside others, and begins if no other has
};

class ComparisonDirectory {
 public:
  /// Writes comparison.json unless it exists. Throws Error if the directory has a comparison that
  /// is not to be gone on with, or a different one, or if another process has it for itself.
  ComparisonDirectory(std::filesystem::path path, Plan const& plan, Json const& command,
                      Entry entry);

  std::filesystem::path const& path() const { return path_; }
  std::filesystem::path cases() const { return path_ / "cases"; }
  /// The result.json of a case, or {"status": "missing", "error": why}.
  Json result(PlannedCase const& each) const;
  /// Writes cases.csv, and cases.h5 if the build has HDF5. `see` receives each result in the order
  /// of the cases.
  void write_table(Plan const& plan, SeeResult const& see) const;
  /// Removes the comparison if this call began it.
  void forget() const;

 private:
  bool is_begun() const { return std::filesystem::exists(path_ / "comparison.json"); }
  void require_new(Entry entry) const;
  void take(Entry entry);

  std::filesystem::path path_;
  std::optional<DirectoryLock> lock_;
  bool new_ = false;
};

}  // namespace orthant
