// What a run writes of the iterates of its solver.
#pragma once
#include <optional>

#include "backends/simulation.hpp"
#include "backends/world_iterate.hpp"
#include "experiments/app/recording/residual_table.hpp"
#include "experiments/app/recording/system_recorder.hpp"

namespace orthant {

struct Experiment;

/// Looks on where a step is asked for; a run that asks for none is not looked at.
class IterateFiles final : public IterateSink {
 public:
  IterateFiles(std::filesystem::path const& directory, Experiment const& experiment);

  /// Before a step.
  void look_at(int step, Simulation& simulation);
  bool wants(int world, int iteration, bool last) const override;
  void take(WorldIterate const& iterate) override;
  /// Folders of systems; nothing where none were asked for.
  std::optional<int> systems() const;
  void close();

 private:
  std::optional<ResidualTable> residuals_;
  std::optional<SystemRecorder> systems_;
  int step_ = 0;
};

}  // namespace orthant
