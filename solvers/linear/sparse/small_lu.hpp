// LU with partial pivoting of a matrix whose size is known to the compiler.
#pragma once
#include <cmath>
#include <type_traits>
#include <utility>

#include "orthant/solvers/linear/dense/lu.hpp"

namespace orthant {

/// Calls f(0), ..., f(n - 1) with numbers that are constants.
template <int n, class F>
KOKKOS_FORCEINLINE_FUNCTION void unrolled(F const& f) {
  [&]<int... I>(std::integer_sequence<int, I...>) { (f(std::integral_constant<int, I>{}), ...); }
  (std::make_integer_sequence<int, n>{});
}

/// Lu with n as a constant and all loops written out. A holds inverses on its diagonal.
template <int n>
struct SmallLu {
  static void factor(Real* A, int* pivot) {
    unrolled<n>([&](auto step) {
      constexpr int j = step;
      int p = j;
      for (int i = j + 1; i < n; ++i)
        if (std::fabs(A[i * n + j]) > std::fabs(A[p * n + j])) p = i;
      pivot[j] = p;
      if (p != j)
        for (int c = 0; c < n; ++c) std::swap(A[j * n + c], A[p * n + c]);
      A[j * n + j] = 1 / A[j * n + j];
      unrolled<n - 1 - j>([&](auto below) {
        constexpr int i = j + 1 + below;
        Real const factor = A[i * n + j] *= A[j * n + j];
        unrolled<n - 1 - j>(
            [&](auto right) { A[i * n + j + 1 + right] -= factor * A[j * n + j + 1 + right]; });
      });
    });
  }

  /// x <- A^-1 x; `x` are numbers, or the rows of a matrix.
  template <class X>
  static void substitute(Real const* A, int const* pivot, X* x) {
    for (int j = 0; j < n; ++j)
      if (pivot[j] != j) std::swap(x[j], x[pivot[j]]);
    unrolled<n>([&](auto step) {
      constexpr int i = step;
      X s = x[i];
      unrolled<i>([&](auto c) { s -= A[i * n + c] * x[c]; });
      x[i] = s;
    });
    unrolled<n>([&](auto step) {
      constexpr int i = n - 1 - step;
      X s = x[i];
      unrolled<n - 1 - i>([&](auto c) { s -= A[i * n + i + 1 + c] * x[i + 1 + c]; });
      x[i] = A[i * n + i] * s;
    });
  }
};

/// Lu of n rows, as SmallLu is called.
struct LargeLu {
  int n;
  void factor(Real* A, int* pivot) const { Lu::factor(OneThread{}, A, n, pivot); }
  template <class X>
  void substitute(Real const* A, int const* pivot, X* x) const {
    Lu::substitute(A, n, pivot, x);
  }
};

/// Calls f with the LU of so many rows, which may be none.
template <int n = 1, class F>
void with_lu(int rows, F const& f) {
  constexpr int largest = 9;  // a hinge with its motor, and a contact
  if (rows == n) return f(SmallLu<n>{});
  if constexpr (n < largest)
    with_lu<n + 1>(rows, f);
  else
    f(LargeLu{rows});
}

}  // namespace orthant
