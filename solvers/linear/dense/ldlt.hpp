// L D L^T of a dense symmetric matrix: the reference for the other linear solvers.
#pragma once
#include "core/execution/array.hpp"

namespace orthant {

struct Ldlt {
  static constexpr bool symmetric = true;

  /// A = L D L^T in place, with D on the diagonal and L below it. Row i depends on rows above it
  /// only.
  template <class Lane>
  static KOKKOS_FUNCTION void factor(Lane const& lane, Real* A, int n, int*) {
    for (int j = 0; j < n; ++j) {
      Real* const row_j = A + static_cast<std::size_t>(j) * n;
      // column j of L times D, from the rows below
      lane.each(n - j, [&](int k) {
        Real* const row = A + static_cast<std::size_t>(j + k) * n;
        Real s = row[j];
        for (int c = 0; c < j; ++c) s -= row[c] * row_j[c] * A[static_cast<std::size_t>(c) * n + c];
        row[j] = s;
      });
      Real const d = row_j[j];
      lane.each(n - j - 1, [&](int k) { A[static_cast<std::size_t>(j + 1 + k) * n + j] *= 1 / d; });
    }
  }

  static KOKKOS_FUNCTION void substitute(Real const* A, int n, int const*, Real* x) {
    for (int i = 0; i < n; ++i)
      for (int c = 0; c < i; ++c) x[i] -= A[static_cast<std::size_t>(i) * n + c] * x[c];
    for (int i = 0; i < n; ++i) x[i] /= A[static_cast<std::size_t>(i) * n + i];
    for (int i = n - 1; i >= 0; --i)
      for (int c = 0; c < i; ++c) x[c] -= A[static_cast<std::size_t>(i) * n + c] * x[i];
  }
};

}  // namespace orthant
