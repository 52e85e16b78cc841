// The worst of the measures over all steps and worlds of a run.
#pragma once
#include <string>
#include <vector>

#include "core/config/config.hpp"
#include "core/scene/scene.hpp"
#include "experiments/app/run/metrics.hpp"

namespace orthant {

/// The largest of every measure over the worlds, or the sum, as its row says.
Measures over_worlds(std::vector<Measures> const& worlds);

/// What the rows of `metrics` say of a run. Changes are relative to what the start could give: for
/// energy what it has of motion and in springs, the largest descent in gravity, and what lifts
/// every body by its own size; for angular momentum its first value, or what all weights make in
/// the time of the run at levers of where they start and of that size. Neither grows with the
/// change, so that growth shows.
class RunSummary {
 public:
  /// Metrics that are not known are null.
  RunSummary(Scene const& scene, Real h, Told const& told = {});
  /// The start, and then each step.
  void add(std::vector<Measures> const& worlds);
  /// What is taken from the step itself.
  void add(StepRow const& step);
  void write(Json& out) const;
  /// The metrics of one world, by the same names.
  std::vector<std::pair<std::string, Real>> of_world(std::size_t world) const;

 private:
  struct Scale {
    Real lift = 0;    // energy that lifts every body by its own size [J]
    Real torque = 0;  // of every weight about the origin, at most [N m]
  };
  struct World {
    Measures start;
    std::vector<Real> change;  // largest, of each row that has one
    Real descent = 0;          // what gravity has given at most [J]
    Measures worst, last;
  };
  Real drift(Metric const& row, std::size_t change, std::size_t world) const;
  Scale const& scale(std::size_t world) const { return scale_[scale_.size() > 1 ? world : 0]; }

  Measures worst_, last_;
  std::vector<Real> worst_of_step_;  // of each row that is taken from a step and has a largest
  std::vector<Scale> scale_;         // of each world where they differ, else one
  Real h_ = 0;
  Told told_;
  int steps_ = 0;
  std::vector<World> world_;
};

}  // namespace orthant
