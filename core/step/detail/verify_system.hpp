// Checks the inputs and outputs of linear and nonlinear solvers in debug builds.
#pragma once
#include "orthant/core/step/detail/verify_rows.hpp"
#include "orthant/core/step/schur_system.hpp"

namespace orthant {

namespace row_kernels {

/// Whether the entries of x in rows of active worlds are finite.
template <class Space>
struct VerifyFinite {
  static constexpr char const* label = "orthant::rows::verify_finite";
  Rows<Space> rows;
  Span<Space, int*> active;  // (worlds); empty: all
  Span<Space, Real*> x;      // (rows)
  KOKKOS_FUNCTION void operator()(int block) const {
    if (active.extent(0) > 0 && !active(rows.block_world(block))) return;
    for (int row = rows.block_row(block); row < rows.block_row(block + 1); ++row)
      ORTHANT_CHECK(isfinite(x(row)));
  }
};

template <class Space>
struct VerifyTwists {
  static constexpr char const* label = "orthant::rows::verify_twists";
  Span<Space, Twist*> u;
  KOKKOS_FUNCTION void operator()(int b) const {
    for (int i = 0; i < 6; ++i) ORTHANT_CHECK(isfinite(u(b)[i]));
  }
};

}  // namespace row_kernels

template <class Space>
void verify_finite(Space const& space, Rows<Space> const& rows, Span<Space, int*> active,
                   Span<Space, Real*> x) {
  if constexpr (debug_build) {
    each(space, rows.blocks, row_kernels::VerifyFinite<Space>{rows, active, x});
    wait_for(space);
  }
}

template <class Space>
void verify_finite(Space const& space, int bodies, Span<Space, Twist*> u) {
  if constexpr (debug_build) {
    each(space, bodies, row_kernels::VerifyTwists<Space>{u});
    wait_for(space);
  }
}

/// Checks the sizes of the arrays of a system, and that b is finite.
template <class Space>
void verify(Space const& space, SchurSystem<Space> const& s, Span<Space, Real*> b,
            Span<Space, Real*> z) {
  if constexpr (debug_build) {
    auto const rows = static_cast<std::size_t>(s.rows.rows);
    auto const bodies = static_cast<std::size_t>(s.rows.worlds * s.rows.bodies);
    ORTHANT_CHECK(b.extent(0) >= rows && z.extent(0) >= rows);
    ORTHANT_CHECK(s.rows.J.extent(0) >= rows || s.rows.delassus.given());
    ORTHANT_CHECK(s.symmetric() || s.left.extent(0) >= rows);
    ORTHANT_CHECK(s.Q.extent(0) >= rows);
    ORTHANT_CHECK(s.inverse_mass.extent(0) >= bodies);
    ORTHANT_CHECK(s.active.extent(0) >= static_cast<std::size_t>(s.rows.worlds));
    ORTHANT_CHECK(!s.stiff() || (s.momentum.extent(0) >= bodies && s.du.extent(0) >= bodies));
    verify_finite(space, s.rows, s.active, b);
  }
}

}  // namespace orthant
