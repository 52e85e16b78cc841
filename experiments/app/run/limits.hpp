// Where a run ends because a body is beyond any sensible distance or speed.
#pragma once
#include "backends/simulation.hpp"
#include "core/config/config.hpp"

namespace orthant {

struct MotionLimits {
  double distance = 0, speed = 0, spin = 0;

  void fields(Fields& f) {
    f.real("distance", distance, positive(), "[m] of a body from its start");
    f.real("speed", speed, positive(), "[m/s] of a body's centre");
    f.real("spin", spin, positive(), "[rad/s] of a body");
  }
};

/// A thousand times what a run of T = steps h could give that starts at `start`:
///   speed     max(1e3 m/s, v + a T, L/h)
///   distance  max(1e5 m, L + (v + a T) T)
///   spin      max(1e3 rad/s, w, 1/h)
/// with the scene's size L, the largest speed v and spin w at the start, and the largest a that
/// gravity and given forces make. The first numbers are for what springs and motors drive; the
/// others grow with the units of a scene.
MotionLimits sensible_limits(Setup const& setup, Snapshot const& start, int steps);

/// Of the key "limits".
Json limits_schema();

/// What is beyond a limit, in a sentence; "" where nothing is. `worst` is over the worlds.
std::string beyond(MotionLimits const& limits, Measures const& worst, Setup const& setup,
                   Snapshot const& start, Simulation const& simulation, int step);

}  // namespace orthant
