// Contacts whose gap turned within the step, so that they made energy.
#pragma once
#include "orthant/constraints/contact/detail/pushed_pairs.hpp"

namespace orthant::ghost_kernels {

/// A row asks for c(q+) = 0 with the rate J of q+. The distance of turning features, such as a rim
/// and a plane, may fall and rise again within the step. With d the displacements of the bodies,
/// the impulse does the work lambda J d/h, and the gap has closed at the rate -c(q-)/h. Their
/// difference
///   W = lambda (J d + c(q-))/h
/// is energy that the contact gave to its bodies. It vanishes with h, and for gaps that are linear
/// in the motion. It is large at a root of c(q+) = 0 beyond the one where the shapes met.
template <class Space>
struct TurnedGap {
  static constexpr Real most = 0.1;  // W over the kinetic energy of the bodies
  missed_kernels::Motions<Space> motions;
  PairContacts<Space> pairs;
  Span<Space, Body*> body;
  Real h;

  /// Whether W of contact k exceeds its part of the energy before and after the impulses.
  KOKKOS_FUNCTION bool operator()(int k) const {
    auto const& c = pairs.item(k);
    bool const linear = c.kind == ContactKind::meeting, parts = c.marks.strikes || c.marks.late;
    if (linear || parts) return false;
    int const row = pairs.row(k), on[] = {c.a, c.b};
    StraightMotion const made[] = {motions(c.a), motions(c.b)};
    Real opened = c.gap;
    for (int side = 0; side < 2; ++side)
      opened += dot(pairs.rows.jacobian(row, side), displacement(made[side]));
    // Energies are positive: most contacts are decided by one of them.
    Real work = h * opened * pairs.rows.impulse(row);
    for (int side = 0; side < 2 && work > 0; ++side) {
      int const b = on[side];
      if (!body(b).dynamic()) continue;
      if (motions.free.extent(0) > 0) work -= most * kinetic(b, motions.free(b));
      if (work > 0) work -= most * kinetic(b, made[side]);
    }
    return work > 0;
  }

 private:
  static KOKKOS_FUNCTION Twist displacement(StraightMotion const& of) {
    return stacked(of.displacement, of.angle * of.axis);
  }
  /// Of body b in this motion, times h^2 [J s^2].
  KOKKOS_FUNCTION Real kinetic(int b, StraightMotion const& of) const {
    Twist const d = displacement(of);
    return 0.5 * dot(momentum(body(b), motions.from(b), d), d);
  }
};

}  // namespace orthant::ghost_kernels
