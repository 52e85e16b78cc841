// The table steps.csv.
#pragma once
#include "experiments/app/files/csv.hpp"
#include "experiments/app/run/metrics.hpp"

namespace orthant {

class StepTable {
 public:
  /// If `solves` is false there are no columns of a solver.
  explicit StepTable(std::filesystem::path const& file, bool solves = true);
  void add(StepRow const& step);
  void flush() { file_.flush(); }
  void close() { file_.close(); }

 private:
  bool solves_;
  CsvFile file_;
};

}  // namespace orthant
