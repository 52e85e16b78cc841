// Checks whether bodies without a drive have gained energy.
#pragma once
#include "core/metrics/measures.hpp"

namespace orthant {

/// The balance of the energies of the steps so far. With G = kinetic + elastic energy, P the
/// potential and E = G + P, a passive motion conserves or loses E. The steps have gained
///   D = E - min E,
/// which is not exactly zero for any method. The motion has
///   S = max (G - D)
/// without that gain. If D > S, errors make up more than half of the motion: steps then solve the
/// equations of their method but are no motion of the bodies. The same holds for a step that gains
/// a twentieth of S at once, beyond the effect of tolerances; with restitution this is not tested,
/// because Newton's impact law may add so much. Energy gained by positions alone, when overlap is
/// removed at rest, does not count.
struct EnergyWatch {
  static constexpr Real at_once = 0.05;
  static constexpr Real slow = 1e-3, rough = 0.1;  // speed of bodies at rest; effect of tolerances,
                                                   // over all mass [m/s]
  Real lowest = HUGE_VAL;                          // min E [J]
  Real motion = 0;                                 // S [J]
  Real last = HUGE_VAL;                            // E of the previous step [J]

  /// `mass` is that of all moving bodies [kg].
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
