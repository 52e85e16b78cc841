// Restarted generalised minimal residuals, one team for each world [Saad, Schultz 1986].
#pragma once
#include "orthant/solvers/linear/krylov/krylov_solver.hpp"

namespace orthant {

struct GmresSettings : KrylovSettings {
  int restart = 50;

  void fields(Fields& f) {
    KrylovSettings::fields(f);
    f.integer("restart", restart, between(1, 1000), "iterations after which it begins anew");
  }
};

/// Preconditioned from the right, so that the true residual is minimised. The basis is
/// orthogonalised twice, which suffices in floating-point arithmetic [Giraud et al. 2005].
template <class Space>
struct GmresKernel {
  static constexpr char const* label = "orthant::gmres::solve";
  static constexpr bool takes_nonsymmetric = true;
  using Settings = GmresSettings;
  /// Vectors: r, t and the basis. Numbers: the triangle R by columns, the rotations (c, s), the
  /// rotated right-hand side g, and the coefficients y.
  static KrylovRoom room(Settings const& set) {
    int const m = set.restart;
    return {m + 3, 0, (m + 1) * m + 2 * m + (m + 1) + m};
  }
  KrylovProblem<Space, Settings> m;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!m.active(w)) return;
    auto const r = m.vector(0);
    m.in_cycles(lane, w, r, [&](Real length, Real stop, int limit) {
      return cycle(lane, w, r, length, stop, smaller(limit, m.set.restart));
    });
  }

 private:
  struct Numbers {
    Real *R, *c, *s, *g, *y;
    int columns;
    KOKKOS_FUNCTION Real& at(int i, int j) const { return R[nth(j) * (columns + 1) + i]; }
  };
  KOKKOS_FUNCTION Numbers numbers(int w) const {
    int const n = m.set.restart;
    Real* const R = m.numbers.data() + nth(w) * m.room.numbers;
    Real* const c = R + nth(n + 1) * n;
    return {R, c, c + n, c + 2 * n, c + 3 * n + 1, n};
  }

  template <class Lane>
  KOKKOS_FUNCTION int cycle(Lane const& lane, int w, Span<Space, Real*> const& r, Real length,
                            Real stop, int limit) const {
    int const o = m.S.first_row(w), n = m.S.row_count(w);
    auto const t = m.vector(1);
    Numbers const q = numbers(w);
    lane.each(n, [&](int i) { m.vector(2)(o + i) = r(o + i) / length; });
    lane.once([&] { q.g[0] = length; });
    int k = 0;
    for (bool more = true; more && k < limit; ++k) {
      m.precondition(lane, w, m.vector(2 + k), t);
      m.S.apply(lane, w, t, m.vector(3 + k));
      Real const before = sqrt(m.dot(lane, w, m.vector(3 + k), m.vector(3 + k)));
      orthogonalise(lane, w, q, k);
      Real const rest = sqrt(m.dot(lane, w, m.vector(3 + k), m.vector(3 + k)));
      bool const exhausted = !(rest > 1e-15 * before);  // the Krylov space contains the solution
      lane.each(n, [&](int i) { m.vector(3 + k)(o + i) /= exhausted ? 1 : rest; });
      lane.once([&] { rotate(q, k, exhausted ? 0 : rest); });
      more = !exhausted && fabs(q.g[k + 1]) > stop;
    }
    lane.once([&] { back_substitute(q, k); });
    lane.each(n, [&](int i) {
      Real s = 0;
      for (int j = 0; j < k; ++j) s += q.y[j] * m.vector(2 + j)(o + i);
      r(o + i) = s;
    });
    m.precondition(lane, w, r, t);
    lane.each(n, [&](int i) { m.x(o + i) += t(o + i); });
    return k;
  }

  /// Computes column k of the Hessenberg matrix by modified Gram-Schmidt, applied twice.
  template <class Lane>
  KOKKOS_FUNCTION void orthogonalise(Lane const& lane, int w, Numbers const& q, int k) const {
    int const o = m.S.first_row(w), n = m.S.row_count(w);
    auto const v = m.vector(3 + k);
    for (int pass = 0; pass < 2; ++pass)
      for (int j = 0; j <= k; ++j) {
        auto const v_j = m.vector(2 + j);
        Real const h = m.dot(lane, w, v, v_j);
        lane.each(n, [&](int i) { v(o + i) -= h * v_j(o + i); });
        lane.once([&] { q.at(j, k) = (pass == 0 ? 0 : q.at(j, k)) + h; });
      }
  }

  /// Applies the rotations to column k, with `below` under its diagonal; the result is a column of
  /// the triangle R.
  static KOKKOS_FUNCTION void rotate(Numbers const& q, int k, Real below) {
    for (int j = 0; j < k; ++j) {
      Real const a = q.at(j, k), b = q.at(j + 1, k);
      q.at(j, k) = q.c[j] * a + q.s[j] * b;
      q.at(j + 1, k) = q.c[j] * b - q.s[j] * a;
    }
    Real const a = q.at(k, k), length = length_of(a, below);
    q.c[k] = length > 0 ? a / length : 1;
    q.s[k] = length > 0 ? below / length : 0;
    q.at(k, k) = length;
    q.g[k + 1] = -q.s[k] * q.g[k];
    q.g[k] *= q.c[k];
  }

  /// Solves R y = g. A diagonal entry as small as round-off belongs to the null space of S.
  static KOKKOS_FUNCTION void back_substitute(Numbers const& q, int columns) {
    Real most = 0;
    for (int j = 0; j < columns; ++j) most = larger(most, fabs(q.at(j, j)));
    for (int i = columns - 1; i >= 0; --i) {
      Real s = q.g[i];
      for (int j = i + 1; j < columns; ++j) s -= q.at(i, j) * q.y[j];
      q.y[i] = fabs(q.at(i, i)) <= 1e-15 * most ? 0 : s / q.at(i, i);
    }
  }
};

}  // namespace orthant
