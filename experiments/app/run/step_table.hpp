// The table steps.csv.
#pragma once
#include "experiments/app/files/csv.hpp"
#include "experiments/app/run/metrics.hpp"

namespace orthant {

class StepTable {
 public:
  /// Columns are those that are known.
  explicit StepTable(std::filesystem::path const& file, KnownOfSteps const& known = {},
                     Writing how = Writing::anew);
  void add(StepRow const& step);
  void flush() { file_.flush(); }
  void close() { file_.close(); }

 private:
  KnownOfSteps known_;
  CsvFile file_;
};

}  // namespace orthant
