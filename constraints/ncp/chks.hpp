// The Chen-Harker-Kanzow-Smale function.
#pragma once
#include "orthant/constraints/ncp/kink.hpp"
#include "orthant/constraints/ncp/smoothing.hpp"

namespace orthant {

///   phi = a + b - R,  R = sqrt((a - b)^2 + 4 epsilon^2),   dphi = (1 - (a - b)/R, 1 + (a - b)/R)
/// is a smoothing of 2 min(a, b). Its root is a b = epsilon^2, the central path [Kanzow 1996]
struct Chks : Smoothing {
  static constexpr char const* name = "chks";
  static constexpr char const* about =
      "a + b - sqrt((a - b)^2 + 4 epsilon^2); smooths 2 min(a, b), root a b = epsilon^2";

  Vec<2> kink{{0, 2}};  // (da, db) at a = b, epsilon = 0

  void fields(Fields& f) {
    Smoothing::fields(f);
    kink_of_minimum(f, kink, 2, 2);
  }

  KOKKOS_FUNCTION Chks at(SpeedScale const& scale) const { return scaled(*this, scale); }

  KOKKOS_FUNCTION NcpValue operator()(Real a, Real b) const {
    Real const d = a - b, R = length_of(d, 2 * epsilon);
    if (R == 0) return {2 * b, kink[0], kink[1]};  // by default inactive, like the minimum map
    // a + b - R = 4 (a b - epsilon^2) / (a + b + R): no cancellation near the positive axes.
    Real const sum = a + b + R;
    Real const phi = a + b > 0 ? 4 * (a * (b / sum) - epsilon * (epsilon / sum)) : a + b - R;
    // 1 - d/R = 4 epsilon^2 / (R (R + d)) likewise.
    Real const small = 2 * epsilon / R * (2 * epsilon / (R + fabs(d)));
    return d > 0 ? NcpValue{phi, small, 1 + d / R} : NcpValue{phi, 1 - d / R, small};
  }
  KOKKOS_FUNCTION Real axis_slope() const { return 2; }
};

}  // namespace orthant
