// The worst of the measures over all steps and worlds of a run.
#pragma once
#include <string>
#include <vector>

#include "core/config/config.hpp"
#include "core/metrics/measures.hpp"
#include "core/scene/scene.hpp"

namespace orthant {

/// The largest of every measure over the worlds; energies and momenta are summed.
Measures over_worlds(std::vector<Measures> const& worlds);

/// Changes of energy and angular momentum are relative to what the start could give: its kinetic
/// and elastic energy, the largest descent in gravity, and what lifts every body by its own size;
/// its angular momentum, or what all weights make in the time of the run at levers of where they
/// start and of that size. Neither scale grows with the change, so that growth shows.
class RunSummary {
 public:
  RunSummary(Scene const& scene, Real h);
  void add(std::vector<Measures> const& worlds);
  void write(Json& metrics) const;
  /// The metrics of one world, by the same names.
  std::vector<std::pair<std::string, Real>> of_world(std::size_t world) const;

 private:
  struct Scale {
    Real lift = 0;    // energy that lifts every body by its own size [J]
    Real torque = 0;  // of every weight about the origin, at most [N m]
  };
  struct World {
    Measures start;
    Real energy_change = 0, momentum_change = 0;
    Real descent = 0;  // what gravity has given at most [J]
    Measures worst, last;
  };
  Real energy_drift(std::size_t world) const;
  Real momentum_drift(std::size_t world) const;
  Scale const& scale(std::size_t world) const { return scale_[scale_.size() > 1 ? world : 0]; }

  Measures worst_, last_;
  std::vector<Scale> scale_;  // of each world where they differ, else one
  Real h_ = 0;
  int steps_ = 0;
  std::vector<World> world_;
};

}  // namespace orthant
