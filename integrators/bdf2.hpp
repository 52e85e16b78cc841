// The backward differentiation formula of second order.
#pragma once
#include "orthant/core/config/fields.hpp"
#include "orthant/integrators/smooth_part.hpp"

namespace orthant {

///   q+ = q- (+) (d/3 + 2/3 h u+),   p+ = p- + (p- - p-- - h f-)/3 + h f + J(q+)^T lambda,
///   c(q+) = 0
/// f and f- are the means of given forces over this step and the last. Their impulses act in full
/// in their step, and the formula extrapolates what remains: p - h sum f has the order of the
/// method for any f. d is the increment of the last step, with its rotation in body axes, and `p--`
/// the momentum at its start. In body axes the rotation vector of a step is h Omega + h^2/2 Omega'
/// + O(h^3), both for the exponential and for the Cayley map. So the recursion of increments has
/// the order that it has on vectors; [Wieloch, Arnold 2021] treat higher orders. The impulse of a
/// joint is 2/3 of a step of its force.
///
/// With impulses of laws (SmoothPart) M D is added to `p--`, and d is d-/3 + 2/3 h u+ + h/6 (D'- -
/// D'). So compliant rows miss h/6 J (D' - D'-). A body that they press against contacts has the
/// errors e = h/6 D and y = c, with
///   (z - 1/3)^2 = g' (4 z - 1)/3,   g' = g (1 - rho),  g = h^2 K/(9 m),  1 - rho = 1/(1 + 4 g)
/// for their factors z a step. They are stable for g' < 4/9, and g' < 1/4. With D for D', g' = g.
///
/// The error of third order of the first step is made once, and bodies that rest on a floor stay
/// there.
///
/// Compliant rows have (alpha, beta, gamma, delta, eta) = (1, 2/3 h, 4/9 h^2, 1, 2/3 h) with delta
/// p = (4 p- - `p--`)/3 and f = -(c(q-) + J d-/3). The force is lambda/(2/3 h).
struct Bdf2Formula {
  static constexpr int kept = 2;  // d of the last step, in body axes; p- + h f of it, with M D
  static constexpr int starts = 1;
  static constexpr bool any_length = false;
  static constexpr RowLevel level = RowLevel::position;

  KOKKOS_FUNCTION StepSize size(Real h) const { return {h, 2. / 3, 1, 2. / 3}; }

  KOKKOS_FUNCTION SmoothOffset start(SmoothStart const& s, Vec6 const (&last)[kept]) const {
    return {.offset = (1. / 3) * smooth_kernels::in_world_axes(s.q, last[0]),
            .momentum = s.kicked + (1. / 3) * (s.momentum - last[1])};
  }
  KOKKOS_FUNCTION void finish(SmoothEnd const& s, Vec6 (&keep)[kept]) const {
    keep[0] = smooth_kernels::in_body_axes(s.from, s.increment);
    keep[1] = s.kicked + s.jump_momentum;
  }
};

struct Bdf2Settings {
  bool warm_start = true;

  void fields(Fields& f) {
    f.flag("warm_start", warm_start, "start from the impulses of the same contacts and joints");
  }
  Bdf2Formula formula() const { return {}; }
};

}  // namespace orthant
