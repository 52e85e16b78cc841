// The directory of a comparison: who may write it, and what it holds.
#pragma once
#include <filesystem>

#include "experiments/app/comparison/plan.hpp"
#include "experiments/app/files/result_directory.hpp"

namespace orthant {

class ComparisonDirectory {
 public:
  /// Takes the directory for this process, and writes comparison.json unless it is there. Throws
  /// Error where another process has it, where a comparison is there and `resume` is not given, and
  /// where what is there is not the comparison that is asked for.
  ComparisonDirectory(std::filesystem::path path, Plan const& plan, Json const& command,
                      bool resume);

  std::filesystem::path cases() const { return path_ / "cases"; }
  /// Writes cases.csv, and cases.h5 where this build can. Returns the results of the cases.
  std::vector<Json> write_table() const;

 private:
  bool is_begun() const { return std::filesystem::exists(path_ / "comparison.json"); }
  void require_new(bool resume) const;
  void take();

  std::filesystem::path path_;
  Json comparison_;
  DirectoryLock lock_;
};

}  // namespace orthant
