// The directory of a comparison: who may write it, and what it holds.
#pragma once
#include <filesystem>
#include <functional>

#include "experiments/app/comparison/plan.hpp"
#include "experiments/app/files/result_directory.hpp"

namespace orthant {

using SeeResult = std::function<void(PlannedCase const& each, Json const& result)>;

class ComparisonDirectory {
 public:
  /// Takes the directory for this process, and writes comparison.json unless it is there. Throws
  /// Error where another process has it, where a comparison is there and `resume` is not given, and
  /// where what is there is not the comparison that is asked for.
  ComparisonDirectory(std::filesystem::path path, Plan const& plan, Json const& command,
                      bool resume);

  std::filesystem::path cases() const { return path_ / "cases"; }
  /// Writes cases.csv, and cases.h5 where this build can. `see` is shown each result in the order
  /// of the cases.
  void write_table(Plan const& plan, SeeResult const& see) const;

 private:
  bool is_begun() const { return std::filesystem::exists(path_ / "comparison.json"); }
  void require_new(bool resume) const;
  void take();

  std::filesystem::path path_;
  DirectoryLock lock_;
};

}  // namespace orthant
