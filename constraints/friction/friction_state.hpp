// The friction rows of one contact at an iterate.
#pragma once
#include "constraints/block_law.hpp"
#include "constraints/ncp/ncp_value.hpp"

namespace orthant {

struct FrictionState {
  Real v[2];         // sliding velocity [m/s]
  Real lambda[2];    // friction impulse [N s]
  Real lambda_n;     // normal impulse [N s]
  Real mu;
  Real r;            // weight of the friction rows [1/kg]

  KOKKOS_FUNCTION Real speed() const { return hypot(v[0], v[1]); }
  KOKKOS_FUNCTION Real bound() const { return r * mu * lambda_n; }                       // k [m/s]
  KOKKOS_FUNCTION Real load() const { return r * hypot(lambda[0], lambda[1]); }          // f [m/s]
};

/// From a complementarity function's own closed form where it has one; else from phi.
template <class Ncp>
KOKKOS_FUNCTION FrictionCompliance friction_compliance(Ncp const& phi, FrictionState const& at) {
  Real const v = at.speed(), k = at.bound(), f = at.load();
  if (!(k > 0)) return {};
  if constexpr (requires { phi.friction_compliance(v, k, f); }) {
    return phi.friction_compliance(v, k, f);
  } else {
    NcpValue const psi = phi(v, k - f);
    Real const above = v - psi.phi, below = f + psi.phi;
    if (above <= 0) return {0, 0, 0};
    if (!(below > 0)) return {};
    // psi_v = da, psi_f = -db
    return {above / below, ((1 - psi.da) * below - above * psi.da) / (below * below),
            (psi.db * below - above * (1 - psi.db)) / (below * below)};
  }
}

}  // namespace orthant
