// Whether bodies that nothing drives have gained energy.
#pragma once
#include "core/metrics/measures.hpp"

namespace orthant {

/// What the energies of the steps so far say. With G = kinetic + elastic, P potential and
/// E = G + P, a passive motion loses E or keeps it. A step gains
///   D = E - min E
/// over what went before, which no method has exactly at zero. The motion itself has
///   S = max (G - D)
/// as far as it did not gain it. Where D > S, more than half of what moves comes from errors: steps
/// then solve the equations of their method and are no motion of the bodies. So does a step that
/// gains a twentieth of S at once, beyond what tolerances leave, unless surfaces bounce: Newton's
/// law of impact may make that much. Energy that positions alone have gained, as overlaps were
/// taken away at rest, is none of it.
struct EnergyWatch {
  static constexpr Real at_once = 0.05;
  static constexpr Real slow = 1e-3, rough = 0.1;  // of all mass: at rest; left by tolerances [m/s]
  Real lowest = HUGE_VAL;                          // min E [J]
  Real motion = 0;                                 // S [J]
  Real last = HUGE_VAL;                            // E of the step before [J]

  /// `mass`: of all bodies that move [kg].
  KOKKOS_FUNCTION bool gains(Measures const& now, Real mass, bool bounces) {
    Real const moving = now.kinetic + now.elastic, E = moving + now.potential;
    lowest = smaller(lowest, E);
    Real const gained = E - lowest, by_step = E - smaller(last, E);
    last = E;
    motion = larger(motion, moving - gained);
    bool const jumps = !bounces && by_step > at_once * motion + 0.5 * mass * rough * rough;
    bool const much = !(gained <= motion) || jumps;
    return much && moving > 0.5 * gained && moving > 0.5 * mass * slow * slow;
  }
};

}  // namespace orthant
