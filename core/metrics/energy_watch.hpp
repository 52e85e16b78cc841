// Whether bodies have gained energy that nothing gives.
#pragma once
#include "core/metrics/measures.hpp"

namespace orthant {

/// What the energies of the steps so far say. With G = kinetic + elastic, P potential, W the work
/// of given forces and motors and E = G + P - W, a motion loses E or keeps it. A step gains
///   D = E - min E
/// over what went before, which no method has exactly at zero. The motion itself has
///   S = max (G - D)
/// as far as it did not gain it. Where D > S/4, a fifth of what moves comes from errors: steps then
/// solve the equations of their method and are no motion of the bodies. So does a step that
/// gains a twentieth of S at once, beyond what tolerances leave, unless surfaces bounce: Newton's
/// law of impact may make that much. Energy that positions alone have gained, as overlaps were
/// taken away at rest, is none of it.
///
/// Methods take the work of a step to their order: a share of all work so far is no gain, nor is
/// that of the step itself a gain at once.
struct EnergyWatch {
  static constexpr Real in_all = 0.25, at_once = 0.05;  // of S
  static constexpr Real of_work = 0.1;
  static constexpr Real slow = 1e-3, rough = 0.1;  // of all mass: at rest; left by tolerances [m/s]
  Real lowest = HUGE_VAL;                          // min E [J]
  Real motion = 0;                                 // S [J]
  Real last = HUGE_VAL;                            // E of the step before [J]
  Real given = 0, through = 0;                     // W, and the sum of its sizes by steps [J]

  /// `mass`: of all bodies that move [kg]. `work`: what was given in the step [J].
  KOKKOS_FUNCTION bool gains(Measures const& now, Real work, Real mass, bool bounces) {
    given += work;
    through += fabs(work);
    Real const moving = now.kinetic + now.elastic, E = moving + now.potential - given;
    lowest = smaller(lowest, E);
    Real const gained = larger(0.0, E - lowest - of_work * through);
    Real const by_step = E - smaller(last, E) - fabs(work);
    last = E;
    motion = larger(motion, moving - gained);
    bool const jumps = !bounces && by_step > at_once * motion + 0.5 * mass * rough * rough;
    bool const much = !(gained <= in_all * motion) || jumps;
    return much && moving > 0.5 * gained && moving > 0.5 * mass * slow * slow;
  }
};

}  // namespace orthant
