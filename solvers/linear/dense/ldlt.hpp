// L D L^T of a dense symmetric matrix; the reference for the other linear solvers.
#pragma once
#include "orthant/core/execution/array.hpp"

namespace orthant {

struct Ldlt {
  static constexpr bool symmetric = true;

  /// Replaces A by L D L^T, given its upper triangle: D on the diagonal, L below it, L^T above it.
  /// So each pass reads contiguous memory.
  template <class Lane>
  static KOKKOS_FUNCTION void factor(Lane const& lane, Real* A, int n, int*) {
    for (int c = 0; c < n; ++c) {
      Real* const row = A + nth(c) * n;
      Real const d = row[c], inverse = 1 / d;
      lane.each(n - c - 1, [&](int k) {
        int const i = c + 1 + k;
        A[nth(i) * n + c] = row[i] *= inverse;
      });
      lane.each(n - c - 1, [&](int k) {
        int const i = c + 1 + k;
        subtract(n - i, row + i, row[i], d, A + nth(i) * n + i);
      });
    }
  }

  static KOKKOS_FUNCTION void substitute(Real const* A, int n, int const*, Real* x) {
    for (int c = 0; c < n; ++c) subtract(n - c - 1, A + nth(c) * n + c + 1, x[c], x + c + 1);
    for (int i = 0; i < n; ++i) x[i] /= A[nth(i) * n + i];
    for (int i = n - 1; i >= 0; --i) subtract(i, A + nth(i) * n, x[i], x);
  }

 private:
  /// to <- to - from l d
  static KOKKOS_FUNCTION void subtract(int n, Real const* KOKKOS_RESTRICT from, Real l, Real d,
                                       Real* KOKKOS_RESTRICT to) {
    for (int j = 0; j < n; ++j) to[j] -= from[j] * l * d;
  }
  /// to <- to - from x
  static KOKKOS_FUNCTION void subtract(int n, Real const* KOKKOS_RESTRICT from, Real x,
                                       Real* KOKKOS_RESTRICT to) {
    for (int j = 0; j < n; ++j) to[j] -= from[j] * x;
  }
};

}  // namespace orthant
