// A complementarity function of the user's own: halfway between two that come with Orthant.
#pragma once
#include "orthant/constraints/ncp/list.hpp"

///   phi = (min(a, b) + phi_FB(a, b)) / 2: both vanish on the same set, and share their sign off it
struct Halfway {
  static constexpr char const* name = "halfway";
  static constexpr char const* about = "the mean of minimum map and Fischer-Burmeister";

  KOKKOS_FUNCTION orthant::NcpValue operator()(orthant::Real a, orthant::Real b) const {
    auto const p = orthant::MinimumMap{}(a, b), q = orthant::FischerBurmeister{}(a, b);
    return {0.5 * (p.phi + q.phi), 0.5 * (p.da + q.da), 0.5 * (p.db + q.db)};
  }
};
