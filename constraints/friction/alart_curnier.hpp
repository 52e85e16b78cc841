// Coulomb friction by the projection of Alart and Curnier, with its exact Jacobian.
#pragma once
#include "orthant/constraints/friction/disc.hpp"

namespace orthant {

/// On the disc of the augmented normal impulse,
///   k = r mu (lambda_n - a_n / r_n)_+   [m/s]                             [Alart, Curnier 1991]
struct AlartCurnierForm : Disc {
  static constexpr bool symmetric = false;
  static constexpr char const* name = "alart_curnier";
  static constexpr char const* about =
      "projection on the disc of the augmented normal impulse; exact, not symmetric";

  KOKKOS_FUNCTION void linearise(ContactRows const& at, ExactLaw& law) const {
    auto const& f = at.friction;
    Real const normal = f.lambda_n - at.a / at.r_normal, slope = f.r * f.mu;
    bool const closed = normal > 0;
    project(f, {slope * larger(0.0, normal), closed ? -slope / at.r_normal : 0, closed ? slope : 0},
            law);
  }
};

}  // namespace orthant
