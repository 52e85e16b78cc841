// The common normal of two ellipsoids, or of an ellipsoid and a line, by Newton's method; for
// numbers and dual numbers.
#pragma once
#include "orthant/core/execution/detail/called.hpp"
#include "orthant/core/math/pose.hpp"

namespace orthant {

/// Support of an ellipsoid with matrix E along n, and its curvature.
template <class T>
struct EllipsoidReach {
  T height;        // h = sqrt(n . E n)
  Vec<3, T> arm;   // E n / h, from the centre to the support point
  Mat<3, 3, T> H;  // (E - arm arm^T) / h: derivative of the support point by n
};

template <class T>
KOKKOS_INLINE_FUNCTION EllipsoidReach<T> reach_of(Mat<3, 3, T> const& E, Vec<3, T> const& n) {
  EllipsoidReach<T> out;
  Vec<3, T> const E_n = E * n;
  out.height = sqrt(dot(n, E_n));
  out.arm = (T(1) / out.height) * E_n;
  for (int r = 0; r < 3; ++r)
    for (int c = 0; c < 3; ++c)
      out.H[r][c] = (E[r][c] - out.arm[r] * out.arm[c]) * (T(1) / out.height);
  return out;
}

/// R E R^T
template <class T>
KOKKOS_INLINE_FUNCTION Mat<3, 3, T> turned_by(Quat<T> const& q, Mat3 const& E) {
  Mat<3, 3, T> half, out;  // R E, and its rotated transpose
  for (int c = 0; c < 3; ++c) {
    Vec<3, T> const rotated = rotate(q, constant<T>({{E[0][c], E[1][c], E[2][c]}}));
    for (int r = 0; r < 3; ++r) half[c][r] = rotated[r];
  }
  for (int c = 0; c < 3; ++c) {
    Vec<3, T> const rotated = rotate(q, Vec<3, T>{{half[0][c], half[1][c], half[2][c]}});
    for (int r = 0; r < 3; ++r) out[r][c] = rotated[r];
  }
  return out;
}

/// Two ellipsoids, or points where E is zero; d leads from the centre of A to that of B. The
/// distance along the unit vector n,
///   g(n) = n . d - h_A(n) - h_B(n),
/// is largest along the common normal: there z = d - arm_A - arm_B is parallel to n. With
///   M = H_A + H_B + g I
/// a Newton step on the sphere is n <- n + M^-1 (z - g n), normalised.
template <class T>
struct RoundPair {
  Vec<3, T> d;
  Mat<3, 3, T> E_A, E_B;
  bool round_A = true, round_B = true;

  KOKKOS_FUNCTION void evaluate(Vec<3, T> const& n, Vec<3, T>& z, Mat<3, 3, T>& M) const {
    z = d;
    M = {};
    auto const take = [&](Mat<3, 3, T> const& E) {
      auto const reach = reach_of(E, n);
      z -= reach.arm;
      for (int r = 0; r < 3; ++r)
        for (int c = 0; c < 3; ++c) M[r][c] = M[r][c] + reach.H[r][c];
    };
    if (round_A) take(E_A);
    if (round_B) take(E_B);
    T const g = dot(n, z);
    for (int k = 0; k < 3; ++k) M[k][k] = M[k][k] + g;
  }

  /// A step of Newton's method; n must be unit.
  KOKKOS_FUNCTION Vec<3, T> improved(Vec<3, T> const& n) const {
    Vec<3, T> z;
    Mat<3, 3, T> M;
    evaluate(n, z, M);
    T const fill = M[0][0] + M[1][1] + M[2][2];  // along n, where M is zero
    for (int r = 0; r < 3; ++r)
      for (int c = 0; c < 3; ++c) M[r][c] = M[r][c] + fill * (n[r] * n[c]);
    Vec<3, T> const across = z - dot(n, z) * n;
    Vec<3, T> const x{{M[0][0], M[1][0], M[2][0]}}, y{{M[0][1], M[1][1], M[2][1]}},
        w{{M[0][2], M[1][2], M[2][2]}};
    T const scale = T(1) / dot(x, cross(y, w));
    Vec<3, T> const step{{scale * dot(across, cross(y, w)), scale * dot(across, cross(w, x)),
                          scale * dot(across, cross(x, y))}};
    return unit(n + step);
  }

  /// The same for a normal perpendicular to the line A, which has the direction `line`.
  KOKKOS_FUNCTION Vec<3, T> improved_across(Vec<3, T> const& line, Vec<3, T> const& n) const {
    Vec<3, T> z;
    Mat<3, 3, T> M;
    evaluate(n, z, M);
    Vec<3, T> const t = cross(line, n);
    return unit(n + (dot(t, z) / dot(t, M * t)) * t);
  }
};

/// Iterations from the normal at the start of the step. Its error is the rotation in the step; 1e-2
/// falls to 1e-4, 1e-8, 1e-16.
inline constexpr int round_normal_steps = 4;

template <class T>
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Vec<3, T> common_normal(RoundPair<T> const& pair,
                                                              Vec<3, T> n) {
  for (int k = 0; k < round_normal_steps; ++k) n = pair.improved(n);
  return n;
}

template <class T>
ORTHANT_CALLED KOKKOS_INLINE_FUNCTION Vec<3, T> common_normal_across(RoundPair<T> const& pair,
                                                                     Vec<3, T> const& line,
                                                                     Vec<3, T> n) {
  n = unit(n - dot(line, n) * line);
  for (int k = 0; k < round_normal_steps; ++k) n = pair.improved_across(line, n);
  return n;
}

}  // namespace orthant
