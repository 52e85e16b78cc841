// A form of friction of the user's own: a disc halfway between those of two that come with Orthant.
#pragma once
#include "orthant/backends/own_plugins.hpp"
#include "orthant/constraints/register.hpp"

///   k = r mu ((lambda_n - a_n / r_n)_+ + (lambda_n)_+) / 2     [m/s]
/// is r mu lambda_n where 0 <= a_n perp lambda_n >= 0, as each of both is: so Phi_f vanishes
/// exactly where Coulomb's law holds too.
struct MeanDisc : orthant::Disc {
  static constexpr bool symmetric = false;
  static constexpr char const* name = "mean_disc";
  static constexpr char const* about =
      "projection on the mean of two discs, of alart_curnier and of jourdan_alart_jean";

  KOKKOS_FUNCTION void linearise(orthant::ContactRows const& at, orthant::ExactLaw& law) const {
    auto const& f = at.friction;
    orthant::Real const augmented = f.lambda_n - at.a / at.r_normal, half = 0.5 * f.r * f.mu;
    orthant::Real const closed = augmented > 0, pressed = f.lambda_n > 0;
    project(f,
            {half * (orthant::larger(0.0, augmented) + orthant::larger(0.0, f.lambda_n)),
             -closed * half / at.r_normal, (closed + pressed) * half},
            law);
  }
};

inline void add_mean_disc(orthant::Plugins<orthant::SpaceOnHost>& plugins) {
  orthant::add_friction<orthant::SpaceOnHost, MeanDisc>(plugins);
}
