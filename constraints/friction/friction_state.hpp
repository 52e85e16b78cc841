// The friction rows of one contact, or of other dry friction, at an iterate.
#pragma once
#include "orthant/constraints/friction/block_law.hpp"
#include "orthant/constraints/ncp/ncp_value.hpp"

namespace orthant {

/// What a form of friction sees of a block at an iterate.
struct FrictionState {
  Real v[2];       // sliding velocity plus compliance: U_f + Sigma_f lambda_f [m/s]
  Real lambda[2];  // friction impulse [N s]
  Real lambda_n;   // normal impulse [N s]
  Real mu;         // coefficient of friction [-]; 1 for dry friction, whose bound is lambda_n
  Real r;          // weight of the friction rows [1/kg]
  int first = 1, size = 2;  // rows in their block; of a single row the second entries are zero
  Real yields[2] = {};      // diagonal of Sigma_f [1/kg]

  KOKKOS_FUNCTION Real speed() const { return length_of(v[0], v[1]); }               // |v| [m/s]
  KOKKOS_FUNCTION Real bound() const { return r * mu * lambda_n; }                   // k [m/s]
  KOKKOS_FUNCTION Real load() const { return r * length_of(lambda[0], lambda[1]); }  // f [m/s]
};

/// All rows of a contact, for forms whose friction rows depend on the normal one.
struct ContactRows {
  Real a;                  // of the normal row [m/s]
  Real r_normal;           // its weight [1/kg]
  FrictionState friction;  // the other rows
};

/// Whether a form of friction includes the normal row, so that it needs no complementarity
/// function.
template <class Friction>
inline constexpr bool treats_whole_contact = requires {
  Friction::whole_contact;
};

/// r lambda_f - P(r lambda_f - v_f), with P the projection on the disc of radius k [m/s]: zero
/// exactly if Coulomb's law holds. This is the residual of the rows, and not Phi_f = v_f + r w
/// lambda_f. A sliding contact with almost no load has almost no error here, but may have any in
/// Phi_f, which weighs its impulse relative to itself.
template <class Law>
KOKKOS_FUNCTION void friction_residual(FrictionState const& at, Law& law) {
  Real const z[2] = {at.r * at.lambda[0] - at.v[0], at.r * at.lambda[1] - at.v[1]};
  Real const length = length_of(z[0], z[1]), k = larger(0.0, at.bound());
  for (int i = 0; i < at.size; ++i)
    law.residual[at.first + i] = length <= k ? at.v[i] : at.r * at.lambda[i] - k / length * z[i];
}

/// Uses the closed form of the complementarity function if it has one, else phi with psi_v = da and
/// psi_f = -db.
template <class Ncp>
KOKKOS_FUNCTION FrictionCompliance compliance_from(Ncp const& phi, Real v, Real k, Real f) {
  if constexpr (requires { phi.friction_compliance(v, k, f); }) {
    return phi.friction_compliance(v, k, f);
  } else {
    NcpValue psi = phi(v, k - f);
    if constexpr (requires { phi.axis_slope(); }) {
      Real const c = phi.axis_slope();
      psi = {psi.phi / c, psi.da / c, psi.db / c};
    }
    Real const above = v - psi.phi, below = f + psi.phi;
    if (above <= 0) return {0, 0, 0};
    if (!(below > 0)) return {};
    return {above / below, ((1 - psi.da) * below - above * psi.da) / (below * below),
            (psi.db * below - above * (1 - psi.db)) / (below * below)};
  }
}

/// Far outside the cone, for Fischer-Burmeister beyond f = k + sqrt(k^2 + 2 v k), the denominator
/// is not positive. There w is that of the minimum map, (v - (k - f)) / k, finite for every k > 0.
template <class Ncp>
KOKKOS_FUNCTION FrictionCompliance friction_compliance(Ncp const& phi, FrictionState const& at) {
  Real const v = at.speed(), k = at.bound(), f = at.load();
  if (!(k > 0)) return {};
  auto const c = compliance_from(phi, v, k, f);
  return c.finite() ? c : FrictionCompliance{(v - (k - f)) / k, 1 / k, 1 / k};
}

}  // namespace orthant
