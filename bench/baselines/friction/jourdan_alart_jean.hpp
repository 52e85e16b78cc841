// Coulomb friction by the projection of Jourdan, Alart and Jean, with its exact Jacobian.
#pragma once
#include "orthant/constraints/friction/disc.hpp"

namespace orthant {

/// The disc of the normal impulse itself, k = r mu (lambda_n)_+ [Jourdan, Alart, Jean 1998]
struct JourdanAlartJean : Disc {
  static constexpr bool symmetric = false;
  static constexpr char const* name = "jourdan_alart_jean";
  static constexpr char const* about =
      "projection on the disc of the normal impulse; exact, not symmetric";

  KOKKOS_FUNCTION void linearise(ContactRows const& at, ExactLaw& law) const {
    auto const& f = at.friction;
    project(f, {larger(0.0, f.bound()), 0, f.lambda_n > 0 ? f.r * f.mu : 0}, law);
  }
};

}  // namespace orthant
