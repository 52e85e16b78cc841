// The value of a complementarity function, and the requirements on such a function.
#pragma once
#include <concepts>

#include "orthant/core/config/detail/list.hpp"
#include "orthant/core/step/formulation.hpp"

namespace orthant {

/// phi and an element (da, db) of its generalised gradient.
struct NcpValue {
  Real phi;     // [m/s], like a and b
  Real da, db;  // [-]
};

/// w = (v - psi) / (f + psi) with psi = phi(v, k - f)/c, and its derivatives; zero if psi > v. c is
/// the slope of phi beside the axes, one unless phi.axis_slope() is given. With it psi = k - f for
/// a sliding contact, and the fixed point on w moves it to the cone at once. Infinite if the
/// friction impulse must vanish.
struct FrictionCompliance {
  Real w = HUGE_VAL;          // [-]
  Real dw_dv = 0, dw_df = 0;  // [s/m]
  /// Whether the friction impulse may be nonzero.
  KOKKOS_FUNCTION bool finite() const { return w < HUGE_VAL; }
};

/// phi(a, b) = 0  <=>  a >= 0, b >= 0, a b = 0, with a = row value and b = r lambda, both in m/s.
template <class T>
concept NcpFunction = Listed<T> && requires(T const phi, Real a, Real b) {
  { phi(a, b) } -> std::same_as<NcpValue>;
};

/// A function that needs a speed to measure a and b is complete only in a world: phi.at(scale). A
/// function with smoothing `epsilon` [m/s] takes epsilon = relative scale.smoothing. By default
/// epsilon is zero, and the function is then exactly the one without smoothing.
template <class T>
concept ScaledNcpFunction = NcpFunction<T> && requires(T const phi, SpeedScale scale) {
  { phi.at(scale) } -> std::same_as<T>;
};

/// The function as it is completed in a world.
template <NcpFunction T>
KOKKOS_FUNCTION T at_scale(T const& phi, SpeedScale const& scale) {
  if constexpr (ScaledNcpFunction<T>)
    return phi.at(scale);
  else
    return phi;
}

}  // namespace orthant
