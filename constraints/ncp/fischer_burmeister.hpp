// The Fischer-Burmeister function.
#pragma once
#include "orthant/constraints/ncp/kink.hpp"
#include "orthant/constraints/ncp/ncp_value.hpp"

namespace orthant {

///   phi = a + b - R,  R = sqrt(a^2 + b^2),   dphi = (1 - a/R, 1 - b/R)     [Fischer 1992]
/// At the origin the generalised gradient is {(1 - x, 1 - y) : x^2 + y^2 <= 1}; `kink` is an
/// element.
struct FischerBurmeister {
  static constexpr char const* name = "fischer_burmeister";
  static constexpr char const* about = "a + b - sqrt(a^2 + b^2); smooth but for the origin";

  Vec<2> kink{{0, 1}};  // (da, db) at a = b = 0

  void fields(Fields& f) {
    auto const in_disc = [](double da, double db) {
      return (1 - da) * (1 - da) + (1 - db) * (1 - db) <= 1;
    };
    f.pair("kink", kink, in_disc, "(da, db) with (1 - da)^2 + (1 - db)^2 <= 1");
  }

  KOKKOS_FUNCTION NcpValue operator()(Real a, Real b) const {
    Real const R = length_of(a, b);
    if (R == 0) return {0, kink[0], kink[1]};
    // a + b - R = 2ab / (a + b + R): no cancellation near the positive axes.
    Real const phi = a + b > 0 ? 2 * a * (b / (a + b + R)) : a + b - R;
    // 1 - a/R = b^2 / (R (R + a)) likewise.
    Real const da = a > 0 ? b / R * (b / (R + a)) : 1 - a / R;
    Real const db = b > 0 ? a / R * (a / (R + b)) : 1 - b / R;
    return {phi, da, db};
  }

  /// w of friction in closed form, with v = |v_f|, k = r mu lambda_n > 0, f = r |lambda_f|:
  ///   w = (R - s) / (v + k - R),  s = k - f,  R = |(v, s)|
  /// and, with N and D its numerator and denominator, dN/dv = v/R, dD/dv = 1 - v/R,
  /// dN/df = N/R, dD/df = s/R.
  KOKKOS_FUNCTION FrictionCompliance friction_compliance(Real v, Real k, Real f) const {
    Real const s = k - f, R = length_of(v, s);
    Real const N = s > 0 ? v * v / (R + s) : R - s;
    if (N == 0) return {0, 0, 0};  // sticking inside the cone
    Real const D = v > fabs(s) ? k - s * s / (v + R) : s > 0 ? f + v - N : v + k - R;
    if (!(D > 0)) return {};
    return {N / D, (v / R * D - N * (1 - v / R)) / (D * D), N * (D - s) / (R * D * D)};
  }
};

}  // namespace orthant
