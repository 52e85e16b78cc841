// Inverses of small matrices.
#pragma once
#include "orthant/core/math/vec.hpp"

namespace orthant {

/// Inverse of the leading n x n part of a symmetric positive definite matrix, n <= 3, by L D L^T. A
/// pivot that is not positive makes its row and column zero.
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

/// Inverse of the leading n x n part of any matrix, n <= 3, by Gauss-Jordan elimination with row
/// and column pivoting. If the largest pivot is at most `threshold` times the first one, the rest
/// counts as zero, and is zero in the inverse. `rank`, if given, receives the number of pivots
/// used.
KOKKOS_INLINE_FUNCTION Mat3 inverse_general(Mat3 A, int n = 3, Real threshold = 1e-14,
                                            int* rank = nullptr) {
  int row[3], column[3], found = 0;
  bool used_row[3] = {}, used_column[3] = {};
  Real first = 0;
  for (; found < n; ++found) {
    int r = -1, c = -1;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j)
        if (!used_row[i] && !used_column[j] && (r < 0 || fabs(A[i][j]) > fabs(A[r][c]))) {
          r = i;
          c = j;
        }
    Real const pivot = A[r][c];
    if (found == 0) first = fabs(pivot);
    if (!(fabs(pivot) > threshold * first)) break;
    used_row[r] = used_column[c] = true;
    row[found] = r;
    column[found] = c;
    // In place: x_c and y_r are exchanged.
    for (int j = 0; j < n; ++j)
      if (j != c) A[r][j] /= pivot;
    for (int i = 0; i < n; ++i) {
      if (i == r) continue;
      for (int j = 0; j < n; ++j)
        if (j != c) A[i][j] -= A[i][c] * A[r][j];
      A[i][c] /= -pivot;
    }
    A[r][c] = 1 / pivot;
  }
  if (rank) *rank = found;
  Mat3 inverse;  // A[row[k]][column[l]] is the entry of x_column[k] on y_row[l]
  for (int k = 0; k < found; ++k)
    for (int l = 0; l < found; ++l) inverse[column[k]][row[l]] = A[row[k]][column[l]];
  return inverse;
}

}  // namespace orthant
