// Jolt as a backend.
#pragma once
#include "orthant/backends/peers/abilities.hpp"
#include "orthant/backends/peers/peer.hpp"

namespace orthant {

struct JoltSettings {
  int velocity_iterations = 100, position_iterations = 20;
  double slop = 1e-4, error_reduction = 0.2, speculative_distance = 0.02;
  double bounce_speed = 0.01, half_space_extent = 100;

  void fields(Fields& f) {
    f.integer("velocity_iterations", velocity_iterations, at_least(2),
              "sweeps of impulses in a step");
    f.integer("position_iterations", position_iterations, not_negative(),
              "sweeps that take away overlaps and open joints in a step");
    f.real("slop", slop, not_negative(), "[m] overlap that is left");
    f.real("error_reduction", error_reduction, between(0, 1),
           "share of an overlap or an open joint that a sweep takes away");
    f.real("speculative_distance", speculative_distance, not_negative(),
           "[m] up to which contacts are found");
    f.real("bounce_speed", bounce_speed, not_negative(),
           "[m/s] at which surfaces have to meet to bounce");
    f.real("half_space_extent", half_space_extent, positive(),
           "[m] half the side of the square that stands for a half-space: it gets coarser with "
           "its size");
  }
};

struct Jolt {
  static constexpr char const *name = "jolt", *title = "Jolt";
  static constexpr char const* about =
      "another simulator, in single precision: sweeps of impulses, and of positions";
  using Settings = JoltSettings;

  static Abilities abilities() {
    return {.shapes = {"sphere", "box", "capsule", "cylinder", "half_space"},
            .tells_forces = false,
            .precision = 1e-6};
  }
  static std::string version();
  static std::unique_ptr<Peer> make(Settings const& settings, PeerWorld const& world);
};

}  // namespace orthant
