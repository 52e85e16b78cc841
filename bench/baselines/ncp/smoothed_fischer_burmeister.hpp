// The smoothed Fischer-Burmeister function.
#pragma once
#include "orthant/constraints/ncp/fischer_burmeister.hpp"
#include "orthant/constraints/ncp/smoothing.hpp"

namespace orthant {

///   phi = a + b - R,  R = sqrt(a^2 + b^2 + 2 epsilon^2),   dphi = (1 - a/R, 1 - b/R)
/// with the root a b = epsilon^2, the central path    [Kanzow 1996]
struct SmoothedFischerBurmeister : Smoothing {
  static constexpr char const* name = "smoothed_fischer_burmeister";
  static constexpr char const* about =
      "a + b - sqrt(a^2 + b^2 + 2 epsilon^2); root a b = epsilon^2";

  FischerBurmeister unsmoothed;  // with its kink at the origin

  void fields(Fields& f) {
    Smoothing::fields(f);
    unsmoothed.fields(f);
  }

  KOKKOS_FUNCTION SmoothedFischerBurmeister at(SpeedScale const& scale) const {
    return scaled(*this, scale);
  }

  KOKKOS_FUNCTION NcpValue operator()(Real a, Real b) const {
    Real const e = sqrt(2.0) * epsilon, R = length_of(length_of(a, b), e);
    if (R == 0) return unsmoothed(0, 0);
    // As in the Fischer-Burmeister function: a + b - R = 2 (a b - epsilon^2) / (a + b + R),
    // 1 - a/R = (b^2 + 2 epsilon^2) / (R (R + a)).
    Real const sum = a + b + R;
    Real const phi = a + b > 0 ? 2 * (a * (b / sum) - epsilon * (epsilon / sum)) : a + b - R;
    auto const slope = [&](Real x, Real other) {
      return x > 0 ? (other / R * other + e / R * e) / (R + x) : 1 - x / R;
    };
    return {phi, slope(a, b), slope(b, a)};
  }
};

}  // namespace orthant
