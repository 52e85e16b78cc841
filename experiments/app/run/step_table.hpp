// The table of steps, steps.csv.
#pragma once
#include "experiments/app/files/csv.hpp"
#include "experiments/app/run/metrics.hpp"

namespace orthant {

class StepTable {
 public:
  explicit StepTable(std::filesystem::path const& file);
  void add(StepRow const& step);
  void flush() { file_.flush(); }
  void close() { file_.close(); }

 private:
  CsvFile file_;
};

}  // namespace orthant
