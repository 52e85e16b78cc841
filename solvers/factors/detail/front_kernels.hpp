// Loops over the columns of dense fronts.
#pragma once
#include <cstddef>

// Functions with this mark are compiled for several instruction sets; the program selects at its
// start.
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && \
    !defined(__CUDACC__) && !defined(__SANITIZE_ADDRESS__)
#define ORTHANT_FOR_EACH_PROCESSOR __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define ORTHANT_FOR_EACH_PROCESSOR
#endif

namespace orthant::factors {

/// The number of entries of a dense matrix.
constexpr std::ptrdiff_t area(int rows, int columns) { return std::ptrdiff_t(rows) * columns; }

inline constexpr int some_rows = 64;  // rows of a block that fits into the first-level cache

/// to -= factor from
[[gnu::always_inline]] inline void subtract(double factor, double const* __restrict from,
                                            double* __restrict to, int n) {
  for (int i = 0; i < n; ++i) to[i] -= factor * from[i];
}

/// to -= the sum of `count` rows of k columns of A (m, .), from `first` on, times factor[j step].
[[gnu::always_inline]] inline void subtract_columns(int k, double const* factor, int step,
                                                    double const* A, int m, int first, int count,
                                                    double* __restrict to) {
  int j = 0;
  for (; j + 4 <= k; j += 4) {  // four columns at a time, to load and store `to` less often
    double const *const a = A + first + area(m, j), *const b = a + m, *const c = b + m,
                        *const d = c + m;
    double const f = factor[area(step, j)], g = factor[area(step, j + 1)],
                 h = factor[area(step, j + 2)], l = factor[area(step, j + 3)];
    for (int i = 0; i < count; ++i) to[i] -= (f * a[i] + g * b[i]) + (h * c[i] + l * d[i]);
  }
  for (; j < k; ++j) subtract(factor[area(step, j)], A + first + area(m, j), to, count);
}

/// Subtracts from column k of B (m, .) the columns j < k times factor[j step], in `count` rows from
/// `first` on.
[[gnu::always_inline]] inline void subtract_before(int k, double const* factor, int step, double* B,
                                                   int m, int first, int count) {
  subtract_columns(k, factor, step, B, m, first, count, B + first + area(m, k));
}

}  // namespace orthant::factors
