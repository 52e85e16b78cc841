// Springs and dampers whose force is a curve: the row value and its derivative by u.
#pragma once
#include "orthant/constraints/coordinate/detail/coordinate_item.hpp"
#include "orthant/constraints/relations/relation_kernels.hpp"

namespace orthant::coordinate_kernels {

/// The elongation of a spring and a damper: e at both ends of the step, and de/dt by the twists
/// there.
struct Stretch {
  Real before = 0, now = 0;  // e-, e+
  Real old = 0, speed = 0;   // de-/dt, de+/dt
};

/// With the weights w and v of a step, and curves F of a spring and B of a damper, the impulse of
/// the row balances the force
///   f = w F(e+) + (1 - w) F(e-) + v B(de+/dt) + (1 - v) B(de-/dt)
/// or, for the mean twist of a step, F(w e+ + (1 - w) e-) + B((e+ - e-)/h).
struct BentForce {
  Real f = 0;
  Real K = 0, D = 0;  // slopes of F and B at the end of the step
  Real D_old = 0;     // slope of B at de-/dt
};

template <class Pieces>
KOKKOS_FUNCTION CurveValue spring_at(CoordinateLaw const& law, Pieces const& pieces, Real e) {
  if (law.spring.given()) return curve_at(law.spring, pieces, e);
  return {law.K * e, law.K, 0.5 * law.K * e * e};
}
template <class Pieces>
KOKKOS_FUNCTION CurveValue damper_at(CoordinateLaw const& law, Pieces const& pieces, Real rate) {
  if (law.damper.given()) return curve_at(law.damper, pieces, rate);
  return {law.D * rate, law.D, 0};
}

template <class Pieces>
KOKKOS_FUNCTION BentForce bent_force(CoordinateLaw const& law, Pieces const& pieces,
                                     StepSize const& size, bool mean_twist, Stretch const& s) {
  Real const w = size.weight, v = size.speed_weight;
  if (mean_twist) {
    auto const F = spring_at(law, pieces, w * s.now + (1 - w) * s.before);
    auto const B = damper_at(law, pieces, (s.now - s.before) / size.h);
    return {F.f + B.f, F.slope, B.slope, 0};
  }
  auto const F = spring_at(law, pieces, s.now);
  auto const B = damper_at(law, pieces, s.speed);
  BentForce out{w * F.f + v * B.f, F.slope, B.slope, 0};
  if (w < 1) out.f += (1 - w) * spring_at(law, pieces, s.before).f;
  if (v < 1) {
    auto const old = damper_at(law, pieces, s.old);
    out.f += (1 - v) * old.f;
    out.D_old = old.slope;
  }
  return out;
}

/// A row linearised at a point of its curve: f + g y for a change y of its speed.
struct BentRow {
  Real f = 0, g = 0;  // g = w K sigma h + v D
  Real G = 0;         // replaces g where Sigma must be positive
  BentForce at;
};

/// Newton's method on f(y) + lambda/(s h) = 0 alternates between the flat ends of a curve. So the
/// curve is linearised at its point closest to the iterate in speed and force together:
///   y + rho (f(y) - f_l) = 0,   f_l = -lambda/(s h),   rho = s h J M^-1 J^T.
/// This solves a single body at once. At the solution y = 0, and the derivative is that of f. The
/// row is a = (f(y) - g y)/G, Sigma = n/(s h G); its derivative is J plus a term that vanishes with
/// a + Sigma lambda. Where f falls, |g| replaces g. An iteration then leaves the part 2 rho |g| of
/// the error, and rho |g| < 1 if the step has one solution.
template <class Pieces>
KOKKOS_FUNCTION BentRow bent_row(CoordinateLaw const& law, Pieces const& pieces,
                                 StepSize const& size, bool mean_twist, Stretch const& s, Real f_l,
                                 Real rho) {
  constexpr Real flat = 1e-6;
  constexpr int most = 100;
  BentRow row;
  auto const go_to = [&](Real y) {
    Stretch const there{s.before, s.now + size.reach() * y, s.old, s.speed + y};
    row.at = bent_force(law, pieces, size, mean_twist, there);
    row.g = size.weight * row.at.K * size.reach() + size.speed_weight * row.at.D;
    return y + rho * (row.at.f - f_l);
  };
  Real y = 0, defect = go_to(0), low = -HUGE_VAL, high = HUGE_VAL;
  for (int k = 0; k < most && defect != 0; ++k) {
    (defect < 0 ? low : high) = y;
    Real next = y - defect / (1 + rho * row.g);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    if (next == y || !isfinite(next)) break;
    y = next;
    defect = go_to(y);
  }
  if (!(fabs(defect) <= 1e-12 * (fabs(y) + rho * (fabs(row.at.f) + fabs(f_l))))) {
    y = 0;  // several solutions, or none found
    go_to(0);
  }
  row.f = row.at.f - row.g * y;
  row.G = larger(fabs(row.g), rho > 0 ? flat / rho : law.stiffness(size));
  return row;
}

}  // namespace orthant::coordinate_kernels
