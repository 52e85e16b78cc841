// The friction cone K = {|l_t| <= mu l_n} and its dual K* = {mu |u_t| <= u_n}, normal first.
#pragma once
#include "orthant/core/math/vec.hpp"

namespace orthant {

/// The point of K closest to x.
KOKKOS_INLINE_FUNCTION Vec3 projected_on_cone(Vec3 const& x, Real mu) {
  Real const t = length_of(x[1], x[2]);
  if (x[0] >= 0 && t <= mu * x[0]) return x;  // for mu = 0 this includes t = 0, x_n < 0
  if (mu * t <= -x[0]) return {};
  Real const n = (x[0] + mu * t) / (1 + mu * mu);
  return {{n, mu * n * x[1] / t, mu * n * x[2] / t}};
}

/// The distance of u from K*. K* is the cone of the coefficient 1/mu; for mu = 0 it is the
/// half-space u_n >= 0.
KOKKOS_INLINE_FUNCTION Real distance_to_dual_cone(Vec3 const& u, Real mu) {
  if (mu == 0) return larger(0.0, -u[0]);
  return norm(u - projected_on_cone(u, 1 / mu));
}

}  // namespace orthant
