// The worst of the measures over all steps and worlds of a run.
#pragma once
#include <vector>

#include "core/config/config.hpp"
#include "core/metrics/measures.hpp"
#include "core/scene/scene.hpp"

namespace orthant {

/// The largest of every measure over the worlds; energies and momenta are summed.
Measures over_worlds(std::vector<Measures> const& worlds);

class RunSummary {
 public:
  RunSummary(Scene const& scene, Real h);
  void add(std::vector<Measures> const& worlds);
  void write(Json& metrics) const;

 private:
  struct World {
    Real energy = 0, energy_change = 0, kinetic = 0, potential = 0, potential_change = 0;
    Vec3 angular_momentum;
    Real momentum_change = 0, momentum = 0;
  };
  Measures worst_;
  Real last_speed_ = 0;
  Real lift_ = 0;  // energy that lifts every body by its own size [J]
  Real turn_ = 0;  // angular impulse of every weight in a step, at the lever of its size [N m s]
  std::vector<World> world_;
};

}  // namespace orthant
