// Compliance and damping of a row, and the row value and Sigma that follow.
#pragma once
#include "orthant/core/math/small_inverse.hpp"
#include "orthant/core/step/constraint_block.hpp"

namespace orthant {

/// A force f with c + C (f + D dc/dt) = 0 holds the rows c(q): a spring C^-1 in parallel to a
/// damper D. C = 0 is rigid. C and D are symmetric and positive semidefinite. A damper alone has no
/// C.
struct Elasticity {
  Mat3 C;  // [m/N] or [rad/(N m)]
  Mat3 D;  // [N s/m] or [N m s/rad]
};

/// The impulse is lambda = s h (w f+ + (1 - w) f-), from the forces at both ends of a step, with
/// the weight w and the share s. With c+ = c(q+) and dc/dt = v J u + (1 - v) J u-, v the weight of
/// speeds, the law times B is
///   B (w c+ + (1 - w) c- + (1 - v) C D J u-) + (I - w sigma h B) J u + Sigma lambda = 0,
///   B = (w sigma h I + v C D)^-1,    Sigma = B C / (s h)
/// Its derivative by u is J, because dc+ = sigma h J du. In the notation of compliant constraints,
///   J v + Sigma lambda = eta (beta C D + gamma I)^-1 f,   Sigma = (beta C D + gamma I)^-1 C,
/// these are beta = s v h, gamma = s w sigma h^2, eta = s h: implicit Euler for sigma = w = s = 1.
/// Sigma is symmetric because (beta C D + gamma I)^-1 C = C (beta D C + gamma I)^-1.
struct Yield {
  Mat3 B;      // [1/s]
  Mat3 Sigma;  // [1/kg] or [1/(kg m^2)]
};

KOKKOS_INLINE_FUNCTION Yield yield_of(Elasticity const& of, StepSize const& size, int rows) {
  Mat3 A = of.C * of.D;
  for (auto& row : A.m)
    for (Real& x : row) x *= size.speed_weight;
  for (int i = 0; i < 3; ++i) A[i][i] += size.weight * size.reach();
  Yield out;
  out.B = inverse_general(A, rows);
  out.Sigma = out.B * of.C;
  for (auto& row : out.Sigma.m)
    for (Real& x : row) x /= size.impulse_per_force();
  return out;
}

}  // namespace orthant
