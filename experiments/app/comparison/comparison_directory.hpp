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

  std::filesystem::path const& path() const { return path_; }
  std::filesystem::path cases() const { return path_ / "cases"; }
  /// Writes cases.csv, and cases.h5 where this build can. `see` is shown each result in the order
  /// of the cases; of a case without one {"status": "missing", "error": why}, which is an error
  /// unless the comparison may be `incomplete`.
  void write_table(Plan const& plan, bool incomplete, SeeResult const& see) const;
  /// As if this call had never been: where it began the comparison, there is none.
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
