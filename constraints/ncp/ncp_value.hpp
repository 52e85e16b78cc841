// What a complementarity function returns, and what makes a type one.
#pragma once
#include <concepts>

#include "core/config/list.hpp"
#include "core/step/formulation.hpp"

namespace orthant {

/// phi and an element (da, db) of its generalised gradient.
struct NcpValue {
  Real phi;     // [m/s], as a and b are
  Real da, db;  // [-]
};

/// w = W / r with W = r (v - psi) / (f + psi), psi = phi(v, k - f)/c, and its derivatives; zero
/// where psi > v. c is the slope of phi beside the axes, one unless phi.axis_slope() says
/// otherwise: psi is then k - f where a contact slides, and the fixed point on w moves it to the
/// cone at once. Infinite where the friction impulse has to vanish.
struct FrictionCompliance {
  Real w = HUGE_VAL;          // [-] W / r
  Real dw_dv = 0, dw_df = 0;  // [s/m]
  /// Whether friction may carry anything.
  KOKKOS_FUNCTION bool finite() const { return w < HUGE_VAL; }
};

/// phi(a, b) = 0  <=>  a >= 0, b >= 0, a b = 0, with a = row value and b = r lambda, both in m/s.
template <class T>
concept NcpFunction = Listed<T> && requires(T const phi, Real a, Real b) {
  { phi(a, b) } -> std::same_as<NcpValue>;
};

/// A function that needs a speed to measure a and b by is complete only in a world: phi.at(scale).
/// One that smooths another by `epsilon` [m/s] takes epsilon = relative scale.smoothing, and is the
/// other one exactly where epsilon is zero, as it is unless a world says otherwise.
template <class T>
concept ScaledNcpFunction = NcpFunction<T> && requires(T const phi, SpeedScale scale) {
  { phi.at(scale) } -> std::same_as<T>;
};

/// The function as it is complete in a world.
template <NcpFunction T>
KOKKOS_FUNCTION T at_scale(T const& phi, SpeedScale const& scale) {
  if constexpr (ScaledNcpFunction<T>)
    return phi.at(scale);
  else
    return phi;
}

}  // namespace orthant
