// Projection of the whole impulse of a contact on the friction cone.
#pragma once
#include "orthant/constraints/friction/friction_state.hpp"
#include "orthant/core/math/detail/cone.hpp"
#include "orthant/core/step/detail/friction_law.hpp"

namespace orthant {

/// The impulse r lambda and the value u = (a_n, v_f) of a contact with a single weight r, because a
/// cone stays round only if all components have the same weight.
struct WholeContact {
  Vec3 impulse, value;  // [m/s]
  Real r;               // [1/kg]

  KOKKOS_FUNCTION explicit WholeContact(ContactRows const& at)
      : r((at.r_normal + 2 * at.friction.r) / 3) {
    auto const& f = at.friction;
    impulse = {{r * f.lambda_n, r * f.lambda[0], r * f.lambda[1]}};
    value = {{at.a, f.v[0], f.v[1]}};
  }
};

/// B = I + mu e_n (v/|v|)^T, the derivative of De Saxce's shift U^ = u + mu |v| e_n [de Saxce, Feng
/// 1991]. At v = 0, where v/|v| may be any vector in the disc, zero is taken.
KOKKOS_INLINE_FUNCTION Mat3 shift_slope(FrictionState const& f) {
  Mat3 B = diagonal({{1, 1, 1}});
  if (Real const speed = f.speed(); speed > 0)
    for (int i = 0; i < 2; ++i) B[0][1 + i] = f.mu * (f.v[i] / speed);
  return B;
}

/// r lambda - P_K(r lambda - U^): zero exactly if U^ in K* is complementary to lambda in K.
KOKKOS_INLINE_FUNCTION Vec3 cone_residual(Vec3 const& impulse, Vec3 const& shifted, Real mu) {
  Vec3 const z = impulse - shifted, in_cone = projected_on_cone(z, mu);
  Vec3 Phi;
  for (int i = 0; i < 3; ++i)  // unprojected components are taken without cancellation
    Phi[i] = in_cone[i] == z[i] ? shifted[i] : impulse[i] - in_cone[i];
  return Phi;
}

///   Phi = r lambda - P_K(r lambda - U^),    dPhi = r (I - D) dlambda + D B du,    D in dP_K(z)
/// D is I inside the cone and 0 inside its polar cone. Elsewhere, with e = z_f/|z_f| and q = (1, mu
/// e),
///   D = q q^T/(1 + mu^2) + mu (P_n/|z_f|) (0 + (I - e e^T))
/// On the boundary of two regions any convex combination is an element.
template <bool shifts>
struct ConeProjection {
  static constexpr bool symmetric = false, whole_contact = true;

  double edge = 1, apex = 0;

  void fields(Fields& f) {
    f.real("edge", edge, between(0, 1), "share of sticking in the Jacobian at the cone's edge");
    f.real("apex", apex, between(0, 1), "share of it where neither impulse nor speed is left");
  }
  FrictionLaw law() const {
    return {shifts ? FrictionLaw::Kind::coulomb : FrictionLaw::Kind::associated};
  }

  KOKKOS_FUNCTION void linearise(ContactRows const& at, ExactLaw& law) const {
    auto const& f = at.friction;
    WholeContact const whole(at);
    Vec3 const& impulse = whole.impulse;
    Vec3 u = whole.value;
    if (shifts) u[0] += f.mu * f.speed();
    Vec3 const Phi = cone_residual(impulse, u, f.mu);
    Mat3 const D = slope(impulse - u, f.mu);
    Mat3 const P = shifts ? D * shift_slope(f) : D;
    for (int i = 0; i < 3; ++i) {
      law.residual[i] = law.Phi[i] = Phi[i];
      for (int k = 0; k < 3; ++k) {
        law.P[i][k] = P[i][k];
        law.Q[i][k] = whole.r * ((i == k) - D[i][k]);
      }
    }
  }

 private:
  KOKKOS_FUNCTION Mat3 slope(Vec3 const& z, Real mu) const {
    Real const t = length_of(z[1], z[2]);
    if (z[0] == 0 && t == 0) return diagonal({{apex, mu > 0 ? apex : 0, mu > 0 ? apex : 0}});
    if (mu * t <= -z[0]) return {};
    Real const above = t - mu * z[0];
    Real const sticks = mu == 0 || above > 0 ? 0 : above < 0 ? 1 : edge;
    Mat3 D = diagonal({{sticks, sticks, sticks}});
    if (sticks == 1) return D;
    Real const e[2] = {t > 0 ? z[1] / t : 0, t > 0 ? z[2] / t : 0};
    Vec3 const q{{1, mu * e[0], mu * e[1]}};
    Real const square = 1 + mu * mu, bend = mu > 0 ? mu * (z[0] + mu * t) / (square * t) : 0;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        Real const transverse = i > 0 && k > 0 ? bend * ((i == k) - e[i - 1] * e[k - 1]) : 0;
        D[i][k] += (1 - sticks) * (q[i] * q[k] / square + transverse);
      }
    return D;
  }
};

}  // namespace orthant
