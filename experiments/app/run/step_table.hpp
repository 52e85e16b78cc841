// The table steps.csv.
#pragma once
#include "experiments/app/files/csv.hpp"
#include "experiments/app/run/metrics.hpp"

namespace orthant {

class StepTable {
 public:
  /// Columns are those that are known, and then `own`.
  explicit StepTable(std::filesystem::path const& file, KnownOfSteps const& known = {},
                     std::vector<std::string> const& own = {}, Writing how = Writing::anew);
  /// `own` are the values of the last columns.
  void add(StepRow const& step, std::vector<double> const& own = {});
  void flush() { file_.flush(); }
  void close() { file_.close(); }

 private:
  KnownOfSteps known_;
  CsvFile file_;
};

}  // namespace orthant
