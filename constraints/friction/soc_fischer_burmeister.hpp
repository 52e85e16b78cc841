// Coulomb friction by the Fischer-Burmeister function of the second-order cone.
#pragma once
#include "orthant/constraints/friction/cone_projection.hpp"
#include "orthant/constraints/ncp/fischer_burmeister.hpp"
#include "orthant/core/math/vec.hpp"

namespace orthant::jordan {

/// x o y = (x . y, x_0 y_f + y_0 x_f), the product whose squares are the cone {x_0 >= |x_f|}.
KOKKOS_INLINE_FUNCTION Vec3 product(Vec3 const& x, Vec3 const& y) {
  return {{dot(x, y), x[0] * y[1] + y[0] * x[1], x[0] * y[2] + y[0] * x[2]}};
}

/// L_x y = x o y.
KOKKOS_INLINE_FUNCTION Mat3 matrix(Vec3 const& x) {
  Mat3 L = diagonal({{x[0], x[0], x[0]}});
  for (int i = 1; i < 3; ++i) L[0][i] = L[i][0] = x[i];
  return L;
}

/// The eigenvectors of L_x for all x whose friction part is along the unit vector f, for the
/// eigenvalues x_0 - |x_f|, x_0 + |x_f| and x_0.
struct Axes {
  Vec3 axis[3];
  KOKKOS_FUNCTION explicit Axes(Vec3 const& x) {
    Real const length = length_of(x[1], x[2]), half = sqrt(0.5);
    Real const f[2] = {length > 0 ? x[1] / length : 1, length > 0 ? x[2] / length : 0};
    axis[0] = {{half, -half * f[0], -half * f[1]}};
    axis[1] = {{half, half * f[0], half * f[1]}};
    axis[2] = {{0, -f[1], f[0]}};
  }
};

/// The solution y of x o y = b, for x inside the cone.
KOKKOS_INLINE_FUNCTION Vec3 quotient(Vec3 const& b, Vec3 const& x) {
  Axes const axes(x);
  Real const t = length_of(x[1], x[2]), value[3] = {x[0] - t, x[0] + t, x[0]};
  Vec3 y;
  for (int k = 0; k < 3; ++k) y += (dot(axes.axis[k], b) / value[k]) * axes.axis[k];
  return y;
}

/// a - b, given a^2 - b^2 = (a - b) o (a + b). The quotient has no cancellation. Only if a + b is
/// near the edge of the cone or outside it, digits are lost.
KOKKOS_INLINE_FUNCTION Vec3 difference(Vec3 const& a, Vec3 const& b, Vec3 const& of_squares) {
  Vec3 const sum = a + b;
  Real const margin = sum[0] - length_of(sum[1], sum[2]);
  bool const well_inside = margin > 1e-3 * (fabs(a[0]) + fabs(b[0]));
  return well_inside ? quotient(of_squares, sum) : a - b;
}

/// Relative size of an eigenvalue that counts as zero, on the edge of the cone.
inline constexpr Real round_off = 1e-15;

/// phi = x + y - z, z = (x^2 + y^2)^(1/2), and its derivatives.
struct FischerBurmeisterValue {
  Vec3 phi;
  Mat3 dx, dy;
};

/// With w = x^2 + y^2 and f the direction of its friction part, the eigenvalues of w are the sums
///   |x_f -+ x_0 f|^2 + |y_f -+ y_0 f|^2
/// without a difference of squares. From z^2 = w follows L_z dz = L_x dx + L_y dy, so that
///   dphi = L_z^-1 (L_(z - x) dx + L_(z - y) dy)               [Fukushima, Luo, Tseng 2001]
/// Differences that cancel are computed as quotients:
///   phi o (x + y + z) = 2 x o y,    (z - x) o (z + x) = y^2
/// If an eigenvalue of z vanishes, phi behaves along its axis like the scalar function at the
/// origin; `kink` = (dy, dx) is the caller's element of its generalised gradient.
KOKKOS_INLINE_FUNCTION FischerBurmeisterValue fischer_burmeister(Vec3 x, Vec3 y,
                                                                 Vec<2> const& kink) {
  FischerBurmeisterValue out;
  Real scale = 0;
  for (int i = 0; i < 3; ++i) scale = larger(scale, larger(fabs(x[i]), fabs(y[i])));
  if (scale > 0) {  // homogeneous of degree one or zero: no square overflows or underflows
    for (int i = 0; i < 3; ++i) {
      x[i] /= scale;
      y[i] /= scale;
    }
  }
  Axes const axes(x[0] * x + y[0] * y);  // its friction part is half of that of w
  Vec3 z;
  Real value[3];
  for (int k = 0; k < 2; ++k) {  // sqrt(2) L_x axis = (x_0 -+ x_f f, x_f -+ x_0 f)
    Vec3 const of_x = product(x, axes.axis[k]), of_y = product(y, axes.axis[k]);
    value[k] = sqrt(2.0) * length_of(length_of(of_x[1], of_x[2]), length_of(of_y[1], of_y[2]));
    z += (value[k] * sqrt(0.5)) * axes.axis[k];
  }
  value[2] = 0.5 * (value[0] + value[1]);

  Vec3 const sum = x + y;
  out.phi = scale * difference(sum, z, 2.0 * product(x, y));
  Vec3 const z_x = difference(z, x, product(y, y)), z_y = difference(z, y, product(x, x));
  for (int k = 0; k < 3; ++k) {
    Vec3 const& axis = axes.axis[k];
    bool const smooth = value[k] > round_off * value[1];
    Vec3 const by_x = smooth ? (1 / value[k]) * product(z_x, axis) : kink[1] * axis;
    Vec3 const by_y = smooth ? (1 / value[k]) * product(z_y, axis) : kink[0] * axis;
    for (int i = 0; i < 3; ++i)
      for (int c = 0; c < 3; ++c) {
        out.dx[i][c] += axis[i] * by_x[c];
        out.dy[i][c] += axis[i] * by_y[c];
      }
  }
  return out;
}

}  // namespace orthant::jordan

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
