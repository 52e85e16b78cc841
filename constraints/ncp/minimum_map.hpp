// The minimum map.
#pragma once
#include "orthant/constraints/ncp/kink.hpp"
#include "orthant/constraints/ncp/ncp_value.hpp"

namespace orthant {

///   phi = min(a, b)
/// An active-set method, exact after finitely many steps on a linear problem. At the kink a = b the
/// row counts as inactive by default, because a contact that just touches carries no load; see
/// `kink`.
struct MinimumMap {
  static constexpr char const* name = "minimum_map";
  static constexpr char const* about = "min(a, b); piecewise linear, finite termination";

  Vec<2> kink{{0, 1}};  // (da, db) at a = b

  void fields(Fields& f) { kink_of_minimum(f, kink, 1, 1); }

  KOKKOS_FUNCTION NcpValue operator()(Real a, Real b) const {
    if (a == b) return {b, kink[0], kink[1]};
    return a < b ? NcpValue{a, 1, 0} : NcpValue{b, 0, 1};
  }

  /// w of friction: 0 if v <= k - f (sticking), else (v - (k - f)) / k.
  KOKKOS_FUNCTION FrictionCompliance friction_compliance(Real v, Real k, Real f) const {
    if (v <= k - f) return {0, 0, 0};
    return {(v - (k - f)) / k, 1 / k, 1 / k};
  }
};

}  // namespace orthant
