// Checks the arrays of a linear system in debug builds. Numbers that are not finite are no fault of
// the program: masses may be too large for their products, and the step is reported then.
#pragma once
#include "orthant/core/execution/detail/check.hpp"
#include "orthant/core/step/schur_system.hpp"

namespace orthant {

/// Checks the sizes of the arrays of a system.
template <class Space>
void verify(SchurSystem<Space> const& s, Span<Space, Real*> b, Span<Space, Real*> z) {
  if constexpr (debug_build) {
    auto const rows = nth(s.rows.rows);
    auto const bodies = nth(s.rows.worlds * s.rows.bodies);
    ORTHANT_CHECK(b.extent(0) >= rows && z.extent(0) >= rows);
    ORTHANT_CHECK(s.rows.J.extent(0) >= rows || s.rows.delassus.given());
    ORTHANT_CHECK(s.symmetric() || s.left.extent(0) >= rows);
    ORTHANT_CHECK(s.Q.extent(0) >= rows);
    ORTHANT_CHECK(s.inverse_mass.extent(0) >= bodies);
    ORTHANT_CHECK(s.active.extent(0) >= nth(s.rows.worlds));
    ORTHANT_CHECK(!s.stiff() || (s.momentum.extent(0) >= bodies && s.du.extent(0) >= bodies));
  }
}

}  // namespace orthant
