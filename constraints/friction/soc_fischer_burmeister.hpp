// Coulomb friction by the Fischer-Burmeister function of the second-order cone.
#pragma once
#include "orthant/constraints/friction/cone_projection.hpp"
#include "orthant/constraints/friction/jordan.hpp"
#include "orthant/constraints/ncp/fischer_burmeister.hpp"

namespace orthant {

///   Phi = x + y - (x o x + y o y)^(1/2),   x = r (mu lambda_n, lambda_f),   y = (a_n/mu + |v|, v)
/// is zero exactly if x and y are in the cone x_0 >= |x_f| and x o y = 0, which is Coulomb's law
/// with De Saxce's shift [Fukushima, Luo, Tseng 2001]. Half its square is smooth. Without friction
/// it is the scalar function of a_n and r lambda_n, and lambda_f = 0. The residual is that of the
/// natural map, in the speeds of the contact.
struct SocFischerBurmeister : FischerBurmeister {
  static constexpr bool symmetric = false, whole_contact = true;
  static constexpr char const* name = "soc_fischer_burmeister";
  static constexpr char const* about =
      "Fischer-Burmeister over the second-order cone, without NCP; exact, not symmetric";

  KOKKOS_FUNCTION void linearise(ContactRows const& at, ExactLaw& law) const {
    auto const& f = at.friction;
    WholeContact const whole(at);
    Vec3 u = whole.value;
    u[0] += f.mu * f.speed();
    Vec3 const residual = cone_residual(whole.impulse, u, f.mu);
    for (int i = 0; i < 3; ++i) law.residual[i] = residual[i];
    if (f.mu > 0)
      cone(whole, u, f, law);
    else
      half_line(whole, law);
  }

 private:
  KOKKOS_FUNCTION void cone(WholeContact const& whole, Vec3 const& shifted, FrictionState const& f,
                            ExactLaw& law) const {
    Vec3 const& impulse = whole.impulse;
    auto const phi =
        jordan::fischer_burmeister({{f.mu * impulse[0], impulse[1], impulse[2]}},
                                   {{shifted[0] / f.mu, shifted[1], shifted[2]}}, this->kink);
    Mat3 by_u = shift_slope(f);
    for (int i = 0; i < 3; ++i) by_u[0][i] /= f.mu;
    Mat3 const P = phi.dy * by_u;
    for (int i = 0; i < 3; ++i) {
      law.Phi[i] = phi.phi[i];
      for (int k = 0; k < 3; ++k) {
        law.P[i][k] = P[i][k];
        law.Q[i][k] = whole.r * (k == 0 ? f.mu : 1) * phi.dx[i][k];
      }
    }
  }

  KOKKOS_FUNCTION void half_line(WholeContact const& whole, ExactLaw& law) const {
    NcpValue const phi = (*this)(whole.value[0], whole.impulse[0]);
    law.Phi[0] = phi.phi;
    law.P[0][0] = phi.da;
    law.Q[0][0] = whole.r * phi.db;
    for (int i = 1; i < 3; ++i) {
      law.Phi[i] = whole.impulse[i];
      law.Q[i][i] = whole.r;
    }
  }
};

}  // namespace orthant
