// Inverses of small symmetric matrices.
#pragma once
#include "core/math/vec.hpp"

namespace orthant {

/// Inverse of the leading n x n part of a symmetric positive definite matrix, n <= 3, by L D L^T.
/// A pivot that is not positive leaves its row and column zero.
KOKKOS_INLINE_FUNCTION Mat3 inverse_spd(Mat3 const& A, int n = 3) {
  Mat3 L, inverse;
  Vec3 d;
  for (int j = 0; j < n; ++j) {
    d[j] = A[j][j];
    for (int k = 0; k < j; ++k) d[j] -= L[j][k] * L[j][k] * d[k];
    if (!(d[j] > 0)) d[j] = 0;
    for (int i = j + 1; i < n; ++i) {
      Real s = A[i][j];
      for (int k = 0; k < j; ++k) s -= L[i][k] * L[j][k] * d[k];
      L[i][j] = d[j] > 0 ? s / d[j] : 0;
    }
  }
  for (int c = 0; c < n; ++c) {
    Vec3 x;
    for (int i = 0; i < n; ++i) {
      x[i] = i == c ? 1 : 0;
      for (int k = 0; k < i; ++k) x[i] -= L[i][k] * x[k];
    }
    for (int i = 0; i < n; ++i) x[i] = d[i] > 0 ? x[i] / d[i] : 0;
    for (int i = n - 1; i >= 0; --i)
      for (int k = i + 1; k < n; ++k) x[i] -= L[k][i] * x[k];
    for (int i = 0; i < n; ++i) inverse[i][c] = x[i];
  }
  return inverse;
}

}  // namespace orthant
