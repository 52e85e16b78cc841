// The worst measures over all steps and worlds of a run.
#pragma once
#include <string>
#include <vector>

#include "experiments/app/run/metrics.hpp"
#include "orthant/core/config/carried.hpp"
#include "orthant/core/config/config.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// The largest value of every measure over the worlds, or the sum, as its row defines.
Measures over_worlds(std::vector<Measures> const& worlds);

/// The values of the rows of `metrics` for a run. Changes are relative to the possible effect of
/// the start. For energy this is its kinetic and elastic energy, the largest descent in gravity,
/// and the energy that lifts every body by its own size. For angular momentum it is the initial
/// value, or the effect of all weights over the time of the run, with lever arms of the initial
/// positions plus that size. Neither scale grows with the change, so that growth shows.
class RunSummary {
 public:
  /// Metrics that are not known are null.
  RunSummary(Scene const& scene, Real h, KnownOfSteps const& known = {});
  /// The start, and then each step.
  Measures const& add(std::vector<Measures> const& worlds);
  /// Adds the values of the step itself.
  void add(StepRow const& step);
  /// All that was added.
  void carry(Carried& c);
  void write(Json& out) const;
  /// The metrics of one world, with the same names.
  std::vector<std::pair<std::string, Real>> of_world(std::size_t world) const;

 private:
  struct Scale {
    Real lift = 0;    // energy that lifts every body by its own size [J]
    Real torque = 0;  // largest torque of all weights about the origin [N m]
  };
  struct World {
    Measures start;
    std::vector<Real> change;  // largest change for each row with one
    Real descent = 0;          // largest energy from gravity so far [J]
    Measures worst, last;
  };
  Real drift(Metric const& row, std::size_t change, std::size_t world) const;
  Scale const& scale(std::size_t world) const { return scale_[scale_.size() > 1 ? world : 0]; }

  Measures worst_, last_;
  std::vector<Real> worst_of_step_;  // for each row from a step with a largest value
  std::vector<Scale> scale_;         // of each world if they differ, else one
  Real h_ = 0;
  KnownOfSteps known_;
  int steps_ = 0;
  std::vector<World> world_;
};

}  // namespace orthant
