// Ends a run if a body exceeds any sensible distance or speed.
#pragma once
#include "orthant/backends/simulation/simulation.hpp"
#include "orthant/core/config/config.hpp"

namespace orthant {

struct MotionLimits {
  double distance = 0, speed = 0, spin = 0;

  void fields(Fields& f) {
    f.real("distance", distance, positive(), "[m] of a body from its start");
    f.real("speed", speed, positive(), "[m/s] of a body's centre");
    f.real("spin", spin, positive(), "[rad/s] of a body");
  }
};

/// The radius of the largest shape of a body that has an end [m]; 0: none has.
Real size_of(BodySpec const& body);

/// Largest distance of two bodies at `start`, or the size of the largest body if that is more [m].
Real size_of(Setup const& setup, Snapshot const& start);

/// A thousand times what a run of T = steps h could reach from `start`:
///   speed     max(1e3 m/s, v + a T, L/h)
///   distance  max(1e5 m, L + (v + a T) T)
///   spin      max(1e3 rad/s, w, 1/h)
/// with the size L of the scene, the largest speed v and spin w at the start, and the largest
/// acceleration a by gravity and given forces. The constants allow for springs and motors; the
/// other terms grow with the units of a scene.
MotionLimits sensible_limits(Setup const& setup, Snapshot const& start, int steps);

/// The schema of the key "limits".
Json limits_schema();

/// What exceeds a limit, in a sentence; "" if nothing does. `worst` is over the worlds.
std::string beyond(MotionLimits const& limits, Measures const& worst, Setup const& setup,
                   Snapshot const& start, Simulation const& simulation, int step);

}  // namespace orthant
