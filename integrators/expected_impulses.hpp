// The impulses that a step begins with, where they go on as they changed before.
#pragma once
#include "core/step/nonlinear_solver.hpp"

namespace orthant {

namespace expected_kernels {

/// lambda <- lambda + (lambda - lambda of the step before), in a world in which that change is
/// little beside lambda and much the same as the change before. It is for all rows of the world or
/// for none: what rows pass on to each other is large beside what a light body between them feels.
template <class Space>
struct GoOn {
  static constexpr char const* label = "orthant::integrator::expected_impulses";
  static constexpr Real little = 0.02, alike = 0.5;
  Rows<Space> rows;
  Span<Space, Real*> before, change;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    int const first = rows.world_row(w), count = rows.world_row(w + 1) - first;
    Real const size = lane.sum(count, [&](int k) { return square(rows.impulse(first + k)); });
    Real const changed = lane.sum(count, [&](int k) { return square(by(first + k)); });
    Real const differs =
        lane.sum(count, [&](int k) { return square(by(first + k) - change(first + k)); });
    bool const goes_on = changed <= square(little) * size && differs <= square(alike) * changed;
    lane.each(count, [&](int k) {
      int const row = first + k;
      change(row) = by(row);
      before(row) = rows.impulse(row);
      if (goes_on) rows.impulse(row) += change(row);
    });
  }

 private:
  static KOKKOS_FUNCTION Real square(Real x) { return x * x; }
  KOKKOS_FUNCTION Real by(int row) const { return rows.impulse(row) - before(row); }
};

}  // namespace expected_kernels

/// For steps whose rows are always the same: contacts come and go, and impulses that are not unique
/// would grow by what a step happens to find.
template <class Space>
class ExpectedImpulses {
 public:
  explicit ExpectedImpulses(Sizes const& n)
      : before_("orthant::integrator::impulses_before", n.rows),
        change_("orthant::integrator::change_of_impulses", n.rows) {}

  /// From the impulses that the last step ended with, in `rows.impulse`.
  void write(Space const& space, Rows<Space> const& rows) const {
    if (rows.contacts == 0 && !rows.redundant)
      each_world(space, rows.worlds, expected_kernels::GoOn<Space>{rows, before_, change_});
  }

 private:
  Array<Space, Real*> before_, change_;  // (rows)
};

}  // namespace orthant
