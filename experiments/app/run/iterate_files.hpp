// The files that a run writes about the iterates of its solver.
#pragma once
#include <optional>

#include "experiments/app/recording/residual_table.hpp"
#include "experiments/app/recording/system_recorder.hpp"
#include "orthant/backends/records/world_iterate.hpp"
#include "orthant/backends/simulation/simulation.hpp"

namespace orthant {

struct Experiment;

/// Observes the requested steps only.
class IterateFiles final : public IterateSink {
 public:
  IterateFiles(std::filesystem::path const& directory, Experiment const& experiment,
               Writing how = Writing::anew);

  /// Call before a step.
  void look_at(int step, Simulation& simulation);
  bool wants(int world, int iteration, bool last) const override;
  void take(WorldIterate const& iterate) override;
  /// The number of folders of systems; empty if none were requested.
  std::optional<int> systems() const;
  void carry(Carried& c);
  void flush();
  void close();

 private:
  std::optional<ResidualTable> residuals_;
  std::optional<SystemRecorder> systems_;
  int step_ = 0;
};

}  // namespace orthant
