// Siconos as a backend.
#pragma once
#include "orthant/backends/peers/abilities.hpp"
#include "orthant/backends/peers/peer.hpp"

namespace orthant {

struct SiconosMechanicsSettings {
  double theta = 0.5, tolerance = 1e-8;
  int iterations = 1000;

  void fields(Fields& f) {
    f.real("theta", theta, between(0.5, 1), "of Moreau and Jean's method");
    f.real("tolerance", tolerance, positive(), "of its solver, on the natural map");
    f.integer("iterations", iterations, at_least(1), "sweeps of a step at most");
  }
};

struct SiconosMechanics {
  static constexpr char const *name = "siconos", *title = "Siconos";
  static constexpr char const* about =
      "another simulator: Moreau and Jean's method with rows between velocities, sweeps over cones";
  using Settings = SiconosMechanicsSettings;

  static Abilities abilities() {
    return {.shapes = {"sphere", "box", "capsule", "cylinder", "half_space"}, .apart = false};
  }
  static std::string version();
  static std::unique_ptr<Peer> make(Settings const& settings, PeerWorld const& world);
};

}  // namespace orthant
