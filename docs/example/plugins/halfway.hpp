// A complementarity function of the user's own: the mean of two that come with Orthant.
#pragma once
#include "orthant/backends/own_plugins.hpp"
#include "orthant/constraints/register.hpp"

///   phi = (min(a, b) + phi_FB(a, b)) / 2: both vanish on the same set, and share their sign off it
struct Halfway {
  static constexpr char const* name = "halfway";
  static constexpr char const* about = "the mean of minimum map and Fischer-Burmeister";

  KOKKOS_FUNCTION orthant::NcpValue operator()(orthant::Real a, orthant::Real b) const {
    auto const p = orthant::MinimumMap{}(a, b), q = orthant::FischerBurmeister{}(a, b);
    return {0.5 * (p.phi + q.phi), 0.5 * (p.da + q.da), 0.5 * (p.db + q.db)};
  }
};

inline void add_halfway(orthant::Plugins<orthant::SpaceOnHost>& plugins) {
  orthant::add_ncp<orthant::SpaceOnHost, Halfway>(plugins);
}
