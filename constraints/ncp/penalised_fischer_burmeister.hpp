// The penalised Fischer-Burmeister function.
#pragma once
#include "orthant/constraints/ncp/fischer_burmeister.hpp"

namespace orthant {

///   phi = tau phi_FB(a, b) + (1 - tau) a+ b+ / s,   0 < tau <= 1    [Chen, Chen, Kanzow 2000]
/// The product grows where both arguments are large; there Fischer-Burmeister is nearly flat along
/// the axes. It is a product of speeds. The largest free speed s of the world [m/s] makes it a
/// speed.
struct PenalisedFischerBurmeister {
  static constexpr char const* name = "penalised_fischer_burmeister";
  static constexpr char const* about =
      "tau phi_FB + (1 - tau) max(0, a) max(0, b) / s, s the largest speed";

  double tau = 0.95;
  FischerBurmeister summand;  // with its kink at the origin
  Real per_speed = 1;         // 1/s [s/m]; zero without any speed

  void fields(Fields& f) {
    f.real("tau", tau, {.low = 0, .high = 1, .low_open = true}, "1: Fischer-Burmeister");
    summand.fields(f);
  }

  KOKKOS_FUNCTION PenalisedFischerBurmeister at(SpeedScale const& scale) const {
    auto phi = *this;
    phi.per_speed = scale.speed > 0 ? 1 / scale.speed : 0;
    return phi;
  }

  KOKKOS_FUNCTION NcpValue operator()(Real a, Real b) const {
    auto const fb = summand(a, b);
    Real const weight = (1 - tau) * per_speed, x = larger(0.0, a), y = larger(0.0, b);
    // on the axes the derivatives from outside, those of the constant zero
    return {tau * fb.phi + weight * x * y, tau * fb.da + (a > 0 ? weight * y : 0),
            tau * fb.db + (b > 0 ? weight * x : 0)};
  }
};

}  // namespace orthant
