// The soft minimum by logarithm and exponential.
#pragma once
#include "orthant/constraints/ncp/kink.hpp"
#include "orthant/constraints/ncp/smoothing.hpp"

namespace orthant {

///   phi = a - epsilon log(1 + e^x),  x = (a - b)/epsilon,   dphi = (1/(1 + e^x), 1/(1 + e^-x))
/// is a smoothing of min(a, b) with an error of at most epsilon log 2, which falls exponentially
/// away from a = b. Its root is e^(-a/epsilon) + e^(-b/epsilon) = 1 [Chen, Mangasarian 1996]
struct LogExp : Smoothing {
  static constexpr char const* name = "log_exp";
  static constexpr char const* about =
      "a - epsilon log(1 + exp((a - b)/epsilon)); smooths min(a, b)";

  Vec<2> kink{{0, 1}};  // (da, db) at a = b, epsilon = 0

  void fields(Fields& f) {
    Smoothing::fields(f);
    kink_of_minimum(f, kink, 1, 1);
  }

  KOKKOS_FUNCTION LogExp at(SpeedScale const& scale) const { return scaled(*this, scale); }

  KOKKOS_FUNCTION NcpValue operator()(Real a, Real b) const {
    if (a == b && epsilon == 0) return {b, kink[0], kink[1]};
    Real const least = smaller(a, b);
    // Because e^-|x| <= 1, nothing overflows, and the smaller derivative is not a difference.
    Real const e = epsilon > 0 ? exp(-fabs(a - b) / epsilon) : 0;
    Real const phi = least - epsilon * log1p(e), small = e / (1 + e), large = 1 / (1 + e);
    return a < b ? NcpValue{phi, large, small} : NcpValue{phi, small, large};
  }
};

}  // namespace orthant
