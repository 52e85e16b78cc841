// The natural map: a projection on the half-line.
#pragma once
#include "orthant/constraints/ncp/kink.hpp"
#include "orthant/constraints/ncp/ncp_value.hpp"

namespace orthant {

///   phi = b - (b - rho a)+ = min(rho a, b)    [Alart, Curnier 1991]
/// rho weighs a against b like a factor of the scaling; rho = 1 is the minimum map. At the kink rho
/// a = b the row counts as inactive by default; see `kink`.
struct NaturalMap {
  static constexpr char const* name = "natural_map";
  static constexpr char const* about = "b - max(0, b - rho a); the minimum map for rho = 1";

  double rho = 1;
  Vec<2> kink{{0, 1}};  // (da, db) at rho a = b

  void fields(Fields& f) {
    f.real("rho", rho, positive(), "weight of a against b");
    kink_of_minimum(f, kink, rho, 1);
  }

  KOKKOS_FUNCTION NcpValue operator()(Real a, Real b) const {
    if (rho * a == b) return {b, kink[0], kink[1]};
    return rho * a < b ? NcpValue{rho * a, rho, 0} : NcpValue{b, 0, 1};
  }
};

}  // namespace orthant
