// The table of steps, steps.csv.
#pragma once
#include <string>

#include "core/metrics/measures.hpp"
#include "core/step/integrator.hpp"
#include "experiments/app/files/csv.hpp"

namespace orthant {

/// What a row is made of; measures are those over the worlds.
struct StepRow {
  int step;
  double time;
  StepReport const& report;
  std::string solved_by;
  Measures const& measures;
  double wall;
};

class StepTable {
 public:
  explicit StepTable(std::filesystem::path const& file);
  void add(StepRow const& row);
  void flush() { file_.flush(); }
  void close() { file_.close(); }

 private:
  CsvFile file_;
};

}  // namespace orthant
