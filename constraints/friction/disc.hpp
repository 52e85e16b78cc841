// Projection of friction on a disc whose radius depends on the normal row.
#pragma once
#include "orthant/constraints/friction/friction_state.hpp"

namespace orthant {

/// The radius k of the disc [m/s], and its derivatives by a_n and lambda_n.
struct Radius {
  Real k, by_a, by_lambda;
};

///   Phi_f = r lambda_f - P_k(r lambda_f - v_f)
/// With z = r lambda_f - v_f, e = z/|z|, D = (k/|z|) (I - e e^T), outside the disc
///   dPhi_f = r dlambda_f - D (r dlambda_f - dv_f) - e dk
/// and inside it dPhi_f = dv_f. On its edge any convex combination is an element of the Jacobian.
struct Disc {
  double edge = 1;

  void fields(Fields& f) {
    f.real("edge", edge, between(0, 1), "share of sticking in the Jacobian at the disc's edge");
  }

 protected:
  KOKKOS_FUNCTION void project(FrictionState const& f, Radius const& radius, ExactLaw& law) const {
    Real const z[2] = {f.r * f.lambda[0] - f.v[0], f.r * f.lambda[1] - f.v[1]};
    Real const length = length_of(z[0], z[1]), k = radius.k;
    if (!(k > 0)) return release(f, law);
    Real const sticks = length < k ? 1 : length > k ? 0 : edge, slides = 1 - sticks;
    int const o = f.first;
    for (int i = 0; i < f.size; ++i) {
      law.Phi[o + i] = f.v[i];
      law.P[o + i][o + i] = sticks;
      if (slides == 0) continue;
      Real const e_i = z[i] / length;
      if (length > k) law.Phi[o + i] = f.r * f.lambda[i] - k * e_i;
      law.P[o + i][0] -= slides * e_i * radius.by_a;
      law.Q[o + i][0] -= slides * e_i * radius.by_lambda;
      for (int j = 0; j < f.size; ++j) {
        Real const D = k / length * ((i == j) - e_i * (z[j] / length));
        law.P[o + i][o + j] += slides * D;
        law.Q[o + i][o + j] += slides * f.r * ((i == j) - D);
      }
    }
  }

 private:
  static KOKKOS_FUNCTION void release(FrictionState const& f, ExactLaw& law) {
    for (int i = 0; i < f.size; ++i) {
      law.Phi[f.first + i] = f.r * f.lambda[i];
      law.Q[f.first + i][f.first + i] = f.r;
    }
  }
};

/// The projection on a disc of given radius.
struct GivenDisc : Disc {
  KOKKOS_FUNCTION void linearise(FrictionState const& f, ExactLaw& law) const {
    project(f, {larger(0.0, f.bound()), 0, 0}, law);
    friction_residual(f, law);
  }
};

}  // namespace orthant
