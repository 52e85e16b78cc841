// Whether bodies have gained energy that nothing gives.
#pragma once
#include "orthant/core/math/vec.hpp"

namespace orthant {

/// What the energies of the steps so far say, of bodies that may have given each other energy. With
/// G = kinetic + elastic, P potential, W the work of given forces and motors and E = G + P - W, a
/// motion loses E or keeps it. A step gains
///   D = E - min E
/// over what went before, which no method has exactly at zero. The motion itself has
///   S = max (G - D)
/// as far as it did not gain it. Where D > S/4, a fifth of what moves comes from errors: steps then
/// solve the equations of their method and are no motion of the bodies. So does a step that
/// gains a twentieth of S at once, beyond what tolerances leave, unless surfaces bounce: Newton's
/// law of impact may make that much. What nothing drives and nothing throws back has no excuse:
/// there a twentieth bounds D too, beyond the largest change F of P + elastic in a step. Velocities
/// and positions of Euler's methods are half a step apart, so that E of a motion that loses nothing
/// still goes up and down by F. Energy that positions alone have gained, as overlaps were
/// taken away at rest, is none of it. Nor is what errors within the tolerance gain: with m the mass
/// of all bodies and v the largest error of a row in a solved step [m/s], two steps differ by up to
/// 2 v, and a gain below m (2 v)^2 / 2 does not count.
///
/// Methods take the work of a step to their order, and methods of several steps take a jump of it
/// in several: a share of all work so far is no gain, what a step was given is none at once, and
/// the largest work of a step that was given and has not arrived yet may come later.
struct EnergyWatch {
  static constexpr Real in_all = 0.25, at_once = 0.05;  // of S
  static constexpr Real of_work = 0.1;
  static constexpr Real slow = 1e-3, rough = 0.1;  // of all mass: at rest; left by tolerances [m/s]
  Real above = 0;                                  // D [J]; below zero: what may still come
  Real motion = 0;                                 // S [J]
  Real last = HUGE_VAL;                            // G + P of the step before [J]
  Real height = HUGE_VAL, fall = 0;                // P + elastic of the step before; F [J]
  Real through = 0, at_a_time = 0;  // of work by steps the sum of sizes, and the largest [J]

  /// Two sets of bodies are one from now on.
  KOKKOS_FUNCTION void join(EnergyWatch const& other) {
    above += other.above;
    motion += other.motion;
    last += other.last;
    height += other.height;
    fall += other.fall;
    through += other.through;
    at_a_time += other.at_a_time;
  }
  /// `kinetic`, `elastic` and P [J]. `mass`: m [kg]. `work`: what was given in the step [J].
  /// `error`: v [m/s].
  KOKKOS_FUNCTION bool gains(Real kinetic, Real elastic, Real potential, Real work, Real mass,
                             Real error, bool bounces) {
    through += fabs(work);
    at_a_time = larger(at_a_time, fabs(work));
    Real const moving = kinetic + elastic, stored = elastic + potential, E = kinetic + stored;
    Real const by_step = last < HUGE_VAL ? E - last - work : 0;
    last = E;
    if (height < HUGE_VAL) fall = larger(fall, fabs(stored - height));
    height = stored;
    above = larger(above + by_step, -at_a_time);
    Real const gained = larger(0.0, above - of_work * through);
    motion = larger(motion, moving - gained);
    bool const jumps =
        !bounces && by_step - fabs(work) > at_once * motion + 0.5 * mass * rough * rough;
    Real most = in_all * motion;
    if (!bounces && through == 0) most = smaller(most, at_once * motion + fall);
    bool const exceeds = !(gained <= most) || jumps;
    return exceeds && moving > 0.5 * gained && moving > 0.5 * mass * slow * slow &&
           !(larger(gained, by_step) <= 2 * mass * error * error);
  }
};

}  // namespace orthant
