// Coulomb friction by the fixed point on w, a compliance that is frozen in each Newton step.
#pragma once
#include "orthant/constraints/friction/friction_state.hpp"

namespace orthant {

///   Phi_f = v_f + r w lambda_f,    w = (|v_f| - psi) / (r |lambda_f| + psi),
///   psi = phi(|v_f|, r (mu lambda_n - |lambda_f|))
/// psi = 0 is Coulomb's law with maximal dissipation on the smooth isotropic cone. The slack mu
/// lambda_n - |lambda_f| is not clamped at zero, so that an impulse outside the cone is pulled
/// back. With w frozen, P = I and Q = r w I: symmetric, with linear convergence. If one body sticks
/// by several contacts, the iteration may cycle. A contact outside its cone gets w > 0, while the
/// others hold v = 0. So its impulse falls to zero, the others are overloaded, and so on.
struct WFixedPoint {
  static constexpr bool symmetric = true;
  static constexpr char const* name = "w_fixed_point";
  static constexpr char const* about = "v + W lambda = 0, W frozen in a step; symmetric";

  template <class Ncp>
  static KOKKOS_FUNCTION void linearise(Ncp const& phi, FrictionState const& at, BlockLaw& law) {
    auto const compliance = friction_compliance(phi, at);
    Real const r_w = at.r * compliance.w;
    for (int i = 0; i < at.size; ++i) {
      if (!compliance.finite())
        law.release(at.first + i, at.lambda[i]);
      else
        law.add(at.first + i, at.v[i] + r_w * at.lambda[i], 1, r_w + at.yields[i], at.r);
    }
    friction_residual(at, law);
  }
};

}  // namespace orthant
