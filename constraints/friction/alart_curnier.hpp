// Coulomb friction by the projection of Alart and Curnier, with its exact Jacobian.
#pragma once
#include "constraints/friction/friction_state.hpp"

namespace orthant {

///   h_f = r lambda_f - P_k(r lambda_f - v_f),     k = r mu (lambda_n - a_n / r_n)_+   [m/s]
/// with P_k the projection on the disc of radius k, which moves with the augmented normal impulse
/// [Alart, Curnier 1991]. With z = r lambda_f - v_f, e = z/|z|, D = (k/|z|) (I - e e^T), outside
/// the disc
///   dh_f = r dlambda_f - D (r dlambda_f - dv_f) - e dk
/// and inside it dh_f = dv_f. At its edge the inner derivative is taken.
struct AlartCurnierForm {
  static constexpr bool symmetric = false;
  static constexpr char const* name = "alart_curnier";
  static constexpr char const* about =
      "projection on the disc of the augmented normal impulse; exact, not symmetric";

  static KOKKOS_FUNCTION void linearise(ContactRows const& at, ExactLaw& law) {
    auto const& f = at.friction;
    Real const normal = f.lambda_n - at.a / at.r_normal;
    disc(f, f.r * f.mu * larger(0.0, normal), normal > 0 ? -f.r * f.mu / at.r_normal : 0,
         normal > 0 ? f.r * f.mu : 0, law);
  }

  /// The friction rows for a disc of radius k with derivatives k_a and k_l by a_n and lambda_n.
  static KOKKOS_FUNCTION void disc(FrictionState const& f, Real k, Real k_a, Real k_l,
                                   ExactLaw& law) {
    Real const z[2] = {f.r * f.lambda[0] - f.v[0], f.r * f.lambda[1] - f.v[1]};
    Real const length = length_of(z[0], z[1]);
    for (int i = 0; i < 2; ++i) {
      if (!(k > 0)) {
        law.h[1 + i] = f.r * f.lambda[i];
        law.C[1 + i][1 + i] = f.r;
        continue;
      }
      if (length <= k) {
        law.h[1 + i] = f.v[i];
        law.P[1 + i][1 + i] = 1;
        continue;
      }
      Real const e_i = z[i] / length;
      law.h[1 + i] = f.r * f.lambda[i] - k * e_i;
      law.P[1 + i][0] = -e_i * k_a;
      law.C[1 + i][0] = -e_i * k_l;
      for (int j = 0; j < 2; ++j) {
        Real const D = k / length * ((i == j) - e_i * (z[j] / length));
        law.P[1 + i][1 + j] = D;
        law.C[1 + i][1 + j] = f.r * ((i == j) - D);
      }
    }
  }
};

}  // namespace orthant
