// Coulomb friction with w differentiated: Newton's method at a frozen normal impulse.
#pragma once
#include "orthant/constraints/friction/friction_state.hpp"

namespace orthant {

/// The same residual Phi_f = v_f + r w lambda_f as the fixed point on w, with w a function of
/// v = |v_f| and f = r |lambda_f|:
///   dPhi/dv_f      = I + lambda_f r (dw/dv) v^T/|v|
///   dPhi/dlambda_f = r (w I + (dw/df) f  l l^T),    l = lambda_f/|lambda_f|
/// In sliding lambda_f is opposite to v_f, and in sticking dw/dv = 0. So near a solution both are
/// diagonal in (e, t), with e the direction of r lambda_f - v_f; they are taken as diagonal
/// everywhere:
///   P = (1 + f dw/dv (l.e)(v.e)/|v|) e e^T + t t^T
///   Q = r ((w + f dw/df (l.e)^2) e e^T + w t t^T)
/// and Sigma_f too, which differs by direction only along an axis without friction, that is t.
/// In sliding P_e = 0. There, and where P_e is negative away from the solution, the impulse along e
/// moves to the cone at once. If it is outside the cone by more than |v|, the contact sticks, and
/// the impulse moves to its mirror image inside. With several contacts that stick on the cone, a
/// mere projection would only push out one after another.
struct WNewton {
  static constexpr bool symmetric = true;
  static constexpr char const* name = "w_newton";
  static constexpr char const* about =
      "v + W lambda = 0, W differentiated at frozen normal impulse";

  template <class Ncp>
  static KOKKOS_FUNCTION void linearise(Ncp const& phi, FrictionState const& at, BlockLaw& law) {
    auto const c = friction_compliance(phi, at);
    friction_residual(at, law);
    if (!c.finite()) {
      for (int i = 0; i < at.size; ++i) law.release(at.first + i, at.lambda[i]);
      return;
    }
    Real e[2] = {at.r * at.lambda[0] - at.v[0], at.r * at.lambda[1] - at.v[1]};
    Real const length = length_of(e[0], e[1]);
    e[0] = length > 0 ? e[0] / length : 1;
    e[1] = length > 0 ? e[1] / length : 0;
    Real const t[2] = {-e[1], e[0]};
    Real Phi_e = 0, Phi_t = 0;
    for (int i = 0; i < 2; ++i) {
      Real const Phi = at.v[i] + at.r * c.w * at.lambda[i];
      Phi_e += Phi * e[i];
      Phi_t += Phi * t[i];
    }
    Real const f = at.load(), v = at.speed();
    auto const yields = [&](Real const* d) {
      return d[0] * d[0] * at.yields[0] + d[1] * d[1] * at.yields[1];
    };
    Real const l_e = f > 0 ? at.r / f * (at.lambda[0] * e[0] + at.lambda[1] * e[1]) : 0;
    Real const v_e = v > 0 ? (at.v[0] * e[0] + at.v[1] * e[1]) / v : 0;
    Real const P_e = 1 + f * c.dw_dv * l_e * v_e, Q_e = at.r * (c.w + f * c.dw_df * l_e * l_e);
    if (P_e * at.r > negligible_coupling * Q_e) {
      law.add(at.first, at.size, e, Phi_e, P_e, Q_e + P_e * yields(e), at.r);
    } else {
      Real const to_cone = at.bound() / at.r - (at.lambda[0] * e[0] + at.lambda[1] * e[1]);
      law.eliminate(at.first, at.size, e, v < -at.r * to_cone ? 2 * to_cone : to_cone);
    }
    law.add(at.first, at.size, t, Phi_t, 1, at.r * c.w + yields(t), at.r);
  }
};

}  // namespace orthant
