// LU of a dense matrix with partial pivoting.
#pragma once
#include "orthant/core/execution/array.hpp"

namespace orthant {

struct Lu {
  static constexpr bool symmetric = false;

  /// P A = L U in place: U on and above the diagonal, L below it, without its unit diagonal. At
  /// step j row pivot[j] was swapped with row j.
  template <class Lane>
  static KOKKOS_FUNCTION void factor(Lane const& lane, Real* A, int n, int* pivot) {
    auto const row = [&](int i) { return A + nth(i) * n; };
    for (int j = 0; j < n; ++j) {
      lane.once([&] {
        int p = j;
        for (int i = j + 1; i < n; ++i)
          if (fabs(row(i)[j]) > fabs(row(p)[j])) p = i;
        pivot[j] = p;
      });
      int const p = pivot[j];
      if (p != j)
        lane.each(n, [&](int c) {
          Real const held = row(j)[c];
          row(j)[c] = row(p)[c];
          row(p)[c] = held;
        });
      lane.each(n - j - 1, [&](int k) {
        Real* const below = row(j + 1 + k);
        Real const factor = below[j] / row(j)[j];
        below[j] = factor;
        if (factor != 0)
          for (int c = j + 1; c < n; ++c) below[c] -= factor * row(j)[c];
      });
    }
  }

  /// x <- A^-1 x; `x` are numbers, or the rows of a matrix.
  template <class X>
  static KOKKOS_FUNCTION void substitute(Real const* A, int n, int const* pivot, X* x) {
    for (int j = 0; j < n; ++j)
      if (int const p = pivot[j]; p != j) {
        X const held = x[j];
        x[j] = x[p];
        x[p] = held;
      }
    for (int i = 0; i < n; ++i)
      for (int c = 0; c < i; ++c) x[i] -= A[nth(i) * n + c] * x[c];
    for (int i = n - 1; i >= 0; --i) {
      for (int c = i + 1; c < n; ++c) x[i] -= A[nth(i) * n + c] * x[c];
      x[i] *= 1 / A[nth(i) * n + i];
    }
  }
};

}  // namespace orthant
