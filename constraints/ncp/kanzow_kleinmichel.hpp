// The Kanzow-Kleinmichel functions, from the minimum map to beyond Fischer-Burmeister.
#pragma once
#include "orthant/constraints/ncp/kink.hpp"
#include "orthant/constraints/ncp/ncp_value.hpp"

namespace orthant {

///   phi = a + b - R,  R = sqrt((a - b)^2 + kappa a b),  0 < kappa < 4
///   dphi = (1 - (a - b + kappa b/2)/R, 1 - (b - a + kappa a/2)/R)    [Kanzow, Kleinmichel 1998]
/// kappa = 2 is Fischer-Burmeister, kappa -> 0 twice the minimum map.
struct KanzowKleinmichel {
  static constexpr char const* name = "kanzow_kleinmichel";
  static constexpr char const* about =
      "a + b - sqrt((a - b)^2 + kappa a b), 0 < kappa < 4; smooth but for the origin";

  double kappa = 1;
  Vec<2> kink{{0, 1}};  // (da, db)/(2 - kappa/2) at the origin: the limit along b = 0 from a > 0

  /// R is a norm, with the matrix (1, c; c, 1) for its square, and (1 - da, 1 - db) is in its dual
  /// ball.
  void fields(Fields& f) {
    f.real("kappa", kappa, {.low = 0, .high = 4, .low_open = true, .high_open = true},
           "0: twice the minimum map; 2: Fischer-Burmeister");
    double const c = 0.5 * kappa - 1;
    auto const in_ellipse = [&](double da, double db) {
      double const x = 1 - da, y = 1 - db;
      return x * x - 2 * c * x * y + y * y <= (1 - c * c) * (1 + 1e-12);
    };
    Vec<2> given = axis_slope() * kink;
    f.pair("kink", given, in_ellipse,
           "(da, db) with x^2 - 2 c x y + y^2 <= 1 - c^2, x = 1 - da, y = 1 - db, c = kappa/2 - 1");
    kink = (1 / axis_slope()) * given;
  }

  KOKKOS_FUNCTION NcpValue operator()(Real a, Real b) const {
    Real const most = larger(fabs(a), fabs(b));
    if (most == 0) return {0, axis_slope() * kink[0], axis_slope() * kink[1]};
    Real const x = a / most, y = b / most, d = x - y;
    // R^2 = (1 - kappa/4) d^2 + kappa/4 (x + y)^2
    Real const s = x + y, R = length_of(sqrt(1 - 0.25 * kappa) * d, 0.5 * sqrt(kappa) * s);
    // a + b - R = (4 - kappa) a b / (a + b + R): no cancellation near the positive axes.
    Real const phi = s > 0 ? (4 - kappa) * a * (y / (s + R)) : most * (s - R);
    return {phi, slope(d + 0.5 * kappa * y, y, R), slope(-d + 0.5 * kappa * x, x, R)};
  }
  KOKKOS_FUNCTION Real axis_slope() const { return 2 - 0.5 * kappa; }

 private:
  /// 1 - t/R, where R^2 - t^2 = kappa (1 - kappa/4) other^2.
  KOKKOS_FUNCTION Real slope(Real t, Real other, Real R) const {
    return t > 0 ? kappa * (1 - 0.25 * kappa) * other / R * (other / (R + t)) : 1 - t / R;
  }
};

}  // namespace orthant
