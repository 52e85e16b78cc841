// Which matrices of an iteration are made anew.
#pragma once
#include "orthant/solvers/nonlinear/detail/newton_iterate.hpp"

namespace orthant::newton {

/// Where the matrix of the last iteration leads to the tolerance. With a matrix that stays an
/// iteration lowers the error e as the last one did, by e / e' at least where Newton's method
/// converges superlinearly. So it is enough if e^2 / e' is within a share of the tolerance. The
/// linear solution is then as exact as that needs [Deuflhard 2004].
template <class Space>
struct NeedMatrix {
  static constexpr char const* label = "orthant::newton::need_matrix";
  Held<Space, View<Space>> v;
  Real tolerance;
  Span<Space, Real*> enough;  // (worlds) of SchurSystem, out
  KOKKOS_FUNCTION void operator()(int w) const {
    auto const& p = v.world(w).progress;
    Real const most = tolerance_of(tolerance, v.scale(w).speed), goal = share * most;
    enough(w) = v.active(w) && p.now > most && p.now * p.now <= goal * p.before ? goal / p.now : 0;
  }
};

/// Which worlds get new slopes: all in the first iteration, and those with contacts whose matrix
/// is another one. A world in which a body turns far has J from then on: its rows have other roots
/// nearby, to which Newton's method with their derivatives may go.
template <class Space>
struct NeedSlopes {
  static constexpr char const* label = "orthant::newton::need_slopes";
  static constexpr Real far = 0.25;  // [rad]
  Held<Space, View<Space>> v;
  Span<Space, Real*> enough;  // of NeedMatrix
  Span<Space, int*> out;
  bool first;
  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    auto const& world = v.world(w);
    bool const exact = v.active(w) && world.exact;
    Real const spin = !exact ? 0 : lane.largest(v.rows.bodies, [&](int k) {
      int const b = w * v.rows.bodies + k;
      return v.inverse_mass(b).mass > 0 ? norm(angular(v.u(b))) : 0;
    });
    lane.once([&] {
      bool const stays = spin * v.matrices.sloped.reach <= far;
      out(w) = exact && (first || (world.contacts && !(enough(w) > 0)) || !stays);
      if (!stays) v.world(w).exact = false;
    });
  }
};

/// Writes J to the slopes of worlds that have it.
template <class Space>
struct SlopesOfOthers {
  static constexpr char const* label = "orthant::newton::slopes_of_others";
  Held<Space, View<Space>> v;
  KOKKOS_FUNCTION void operator()(int block) const {
    if (v.world(v.rows.block_world(block)).exact) return;
    for (int row = v.rows.block_row(block); row < v.rows.block_row(block + 1); ++row)
      for (int side = 0; side < 2; ++side)
        for (int i = 0; i < 6; ++i) v.matrices.slope(row, side, i) = v.rows.J(row, side, i);
  }
};

}  // namespace orthant::newton
