// The table residuals.csv of the parts of the residual.
#pragma once
#include "experiments/app/files/csv.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

struct WorldIterate;

/// A row for each iterate of each world, and with `blocks` also for each of its bodies and blocks:
/// infinity norms of h_dyn, h_kin, h_b, h_n and h_f.
class ResidualTable {
 public:
  ResidualTable(fs::path const& file, Scene const& scene, bool blocks, Writing how = Writing::anew);
  void add(int step, WorldIterate const& iterate);
  void flush() { file_.flush(); }
  void close() { file_.close(); }

 private:
  CsvFile file_;
  Scene const& scene_;
  bool blocks_;
};

}  // namespace orthant
