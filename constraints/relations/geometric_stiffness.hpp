// Geometric stiffness G = d(J^T lambda)/dq: derivative of the forces of a relation by the motions
// of its bodies.
#pragma once
#include "orthant/core/math/dual.hpp"

namespace orthant {

/// Relations whose J is also available for dual numbers.
template <class Relation>
concept WrittenOut = requires(typename Relation::Item const& item, Pose<DualNumber<12>> const& X,
                              Mat<Relation::position_rows, 6, DualNumber<12>>& J) {
  Relation::jacobian(item, X, X, J, J);
};

/// J with its derivatives along the motions of both bodies.
template <class Relation>
struct MovingJacobian {
  Mat<Relation::position_rows, 6, DualNumber<12>> of[2];

  KOKKOS_FUNCTION MovingJacobian(typename Relation::Item const& item, Pose<> const& A,
                                 Pose<> const& B) {
    Relation::jacobian(item, moved<12>(A, 0), moved<12>(B, 6), of[0], of[1]);
  }
};

/// The same G from the gap, differentiated by one motion after the other. It verifies the other
/// form, and takes 3 kB of a GPU's stack instead of 12.
template <class Relation>
KOKKOS_FUNCTION Mat<12, 12> stiffness_of_jacobian(typename Relation::Item const& item,
                                                  Pose<> const& A, Pose<> const& B,
                                                  Vec<Relation::position_rows> const& lambda) {
  MovingJacobian<Relation> const J(item, A, B);
  Mat<12, 12> G;
  for (int i = 0; i < 12; ++i)
    for (int r = 0; r < Relation::position_rows; ++r)
      for (int j = 0; j < 12; ++j) G[i][j] += lambda[r] * J.of[i / 6][r][i % 6].d[j];
  return G;
}
template <class Relation>
KOKKOS_FUNCTION Mat<12, 12> stiffness_by_motion(typename Relation::Item const& item,
                                                Pose<> const& A, Pose<> const& B,
                                                Vec<Relation::position_rows> const& lambda) {
  Mat<12, 12> G;
  for (int j = 0; j < 12; ++j) {
    Vec6 motion[2];
    motion[j / 6][j % 6] = 1;
    auto const c = Relation::gap(item, moved<12>(moved_along(A, motion[0]), 0),
                                 moved<12>(moved_along(B, motion[1]), 6));
    for (int i = 0; i < 12; ++i)
      for (int r = 0; r < Relation::position_rows; ++r) G[i][j] += lambda[r] * c[r].d[i].d[0];
  }
  return G;
}

/// G_ij is the derivative of (J^T lambda)_i along motion j, for the twists i, j of both bodies, in
/// world axes. The motions are the left-invariant fields of J itself, q <- (1, w/2) q, first j,
/// then i. Rotations do not commute. Therefore G is symmetric except for -(J^T lambda)_ang x / 2,
/// which has no potential. It is the exact derivative of the J^T lambda of the rows. Its symmetric
/// part is the second derivative along geodesics, of lambda . c(exp(w) q), by the (0) connection of
/// Cartan and Schouten.
template <class Relation>
KOKKOS_FUNCTION Mat<12, 12> geometric_stiffness(typename Relation::Item const& item,
                                                Pose<> const& A, Pose<> const& B,
                                                Vec<Relation::position_rows> const& lambda) {
#ifndef __CUDA_ARCH__
  if constexpr (WrittenOut<Relation>)
    return stiffness_of_jacobian<Relation>(item, A, B, lambda);
  else
#endif
    return stiffness_by_motion<Relation>(item, A, B, lambda);
}

/// d(J u)/dq at fixed twists u of both bodies, along the same motions.
template <class Relation>
KOKKOS_FUNCTION Mat<Relation::position_rows, 12> rates_of_gap(typename Relation::Item const& item,
                                                              Pose<> const& A, Pose<> const& B,
                                                              Twist const& u_A, Twist const& u_B) {
  auto const c =
      Relation::gap(item, moved_along(moved<12>(A, 0), u_A), moved_along(moved<12>(B, 6), u_B));
  Mat<Relation::position_rows, 12> out;
  for (int r = 0; r < Relation::position_rows; ++r)
    for (int j = 0; j < 12; ++j) out[r][j] = c[r].d[0].d[j];
  return out;
}
template <class Relation>
KOKKOS_FUNCTION Mat<Relation::position_rows, 12> rates_by_q(MovingJacobian<Relation> const& J,
                                                            Twist const& u_A, Twist const& u_B) {
  Mat<Relation::position_rows, 12> out;
  for (int r = 0; r < Relation::position_rows; ++r)
    for (int i = 0; i < 6; ++i)
      for (int j = 0; j < 12; ++j)
        out[r][j] += u_A[i] * J.of[0][r][i].d[j] + u_B[i] * J.of[1][r][i].d[j];
  return out;
}
template <class Relation>
KOKKOS_FUNCTION Mat<Relation::position_rows, 12> rates_by_q(typename Relation::Item const& item,
                                                            Pose<> const& A, Pose<> const& B,
                                                            Twist const& u_A, Twist const& u_B) {
#ifndef __CUDA_ARCH__
  if constexpr (WrittenOut<Relation>)
    return rates_by_q(MovingJacobian<Relation>(item, A, B), u_A, u_B);
  else
#endif
    return rates_of_gap<Relation>(item, A, B, u_A, u_B);
}

/// G of a composition f(g(q)), by push and pull:
///   G_fg(q, lambda) = G_g(q, J_f^T lambda) + J_g^T G_f(g(q), lambda) J_g
/// `G_g` is given at the pulled multiplier. The formula holds in coordinates, and on groups where
/// J_g has values in the fields with which G_f is made.
template <int Q, int X>
KOKKOS_FUNCTION Mat<Q, Q> composed_stiffness(Mat<Q, Q> const& G_g, Mat<X, Q> const& J_g,
                                             Mat<X, X> const& G_f) {
  Mat<Q, Q> G = transpose(J_g) * (G_f * J_g);
  for (int i = 0; i < Q; ++i)
    for (int j = 0; j < Q; ++j) G[i][j] += G_g[i][j];
  return G;
}

}  // namespace orthant
