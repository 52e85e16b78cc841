// Minimal residuals on the saddle point, one team for each world [Paige, Saunders 1975].
#pragma once
#include "orthant/solvers/linear/krylov/krylov_solver.hpp"

namespace orthant {

/// Solves the saddle point whose Schur complement is S, over velocities v of the bodies and rows z:
///
///   [  K  -J^T ] [v]   [  0 ]
///   [ -J  -Q   ] [z] = [ -b ]       preconditioned by diag(K, M)       [Elman et al. 2014, ch. 4]
///
/// The preconditioner M, that of the other solvers, approximates S. Products with K are not needed,
/// because the recursion knows K K^-1 f = f for a residual f over the bodies. Only z is kept, and
/// |b - S z| / |b| is reported.
template <class Space>
struct MinresKernel {
  static constexpr char const* label = "orthant::minres::solve";
  static constexpr bool takes_nonsymmetric = false;
  using Settings = KrylovSettings;
  static KrylovRoom room(Settings const&) { return {8, 4, 0}; }
  KrylovProblem<Space, Settings> m;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!m.active(w)) return;
    auto const r = m.vector(0);
    m.in_cycles(lane, w, r, [&](Real length, Real stop, int limit) {
      return cycle(lane, w, r, length, stop, limit);
    });
  }

 private:
  /// A vector over bodies and rows.
  struct Both {
    Span<Space, Twist*> body;
    Span<Space, Real*> row;
  };
  template <class Lane, class F, class G>
  KOKKOS_FUNCTION void each(Lane const& lane, int w, F const& on_body, G const& on_row) const {
    lane.each(m.S.rows.bodies, [&](int k) { on_body(w * m.S.rows.bodies + k); });
    lane.each(m.S.row_count(w), [&](int k) { on_row(m.S.first_row(w) + k); });
  }
  template <class Lane>
  KOKKOS_FUNCTION Real dot(Lane const& lane, int w, Both const& p, Both const& q) const {
    int const o = w * m.S.rows.bodies;
    Real const bodies = lane.sum(m.S.rows.bodies, [&](int k) {
      Real s = 0;
      for (int i = 0; i < 6; ++i) s += p.body(o + k)[i] * q.body(o + k)[i];
      return s;
    });
    return bodies + m.dot(lane, w, p.row, q.row);
  }
  /// to <- diag(K, M)^-1 from
  template <class Lane>
  KOKKOS_FUNCTION void precondition(Lane const& lane, int w, Both const& from,
                                    Both const& to) const {
    lane.each(m.S.rows.bodies, [&](int k) {
      int const b = w * m.S.rows.bodies + k;
      to.body(b) = m.S.inverse_mass(b) * from.body(b);
    });
    m.precondition(lane, w, from.row, to.row);
  }
  /// y <- the matrix times v; Kv(b) returns K v of body b.
  template <class Lane, class Kv>
  KOKKOS_FUNCTION void apply(Lane const& lane, int w, Both const& v, Kv const& on_body,
                             Both const& y) const {
    auto const& rows = m.S.rows;
    lane.each(rows.bodies, [&](int k) {
      int const b = w * rows.bodies + k;
      y.body(b) = on_body(b) - rows.apply_transpose(b, [&](int row) { return v.row(row); });
    });
    int const first = rows.world_block(w);
    lane.each(rows.world_block(w + 1) - first, [&](int k) {
      int const block = first + k, begin = rows.block_row(block), n = rows.size(block);
      bool const given = rows.delassus.given();  // then there are rows only, and the matrix is S
      Vec3 const Av = given ? given_product(rows, block, v.row) : Vec3{};
      for (int row = begin; row < begin + n; ++row) {
        Real s = given ? Av[row - begin] : rows.apply(block, row, v.body);
        for (int c = 0; c < n; ++c) s += m.S.Q(row, c) * v.row(begin + c);
        y.row(row) = -s;
      }
    });
  }

  template <class Lane>
  KOKKOS_FUNCTION int cycle(Lane const& lane, int w, Span<Space, Real*> const& residual,
                            Real length, Real stop, int limit) const {
    Both older{m.twist(0), m.vector(1)}, old{m.twist(1), m.vector(2)};  // the Lanczos residuals
    Both const y{m.twist(2), m.vector(3)}, v{m.twist(3), m.vector(4)};
    Span<Space, Real*> d = m.vector(5), d_old = m.vector(6), d_older = m.vector(7);
    each(
        lane, w, [&](int b) { old.body(b) = older.body(b) = Twist{}; },
        [&](int i) {
          older.row(i) = d(i) = d_old(i) = 0;
          old.row(i) = -residual(i);
        });
    precondition(lane, w, old, y);
    Real const start = sqrt(dot(lane, w, old, y));
    Real beta = start, beta_old = 1, d_bar = 0, epsilon = 0, phi_bar = start, c = -1, s = 0,
         most = 0;
    // phi_bar is the residual in the norm of the preconditioner; therefore a tenth of the
    // tolerance. If the matrix is singular, a cycle must end before it amplifies round-off in the
    // null space. The next cycle starts from the true residual.
    Real const enough = start * larger(0.1 * stop / length, 1e-6);
    int k = 0;
    bool more = start > 0;
    while (more && k < limit && phi_bar > enough) {
      Real const inverse = 1 / beta, back = k > 0 ? beta / beta_old : 0;
      each(
          lane, w, [&](int b) { v.body(b) = inverse * y.body(b); },
          [&](int i) { v.row(i) = inverse * y.row(i); });
      apply(
          lane, w, v, [&](int b) { return inverse * old.body(b); }, y);
      each(
          lane, w, [&](int b) { y.body(b) = y.body(b) - back * older.body(b); },
          [&](int i) { y.row(i) -= back * older.row(i); });
      Real const alpha = dot(lane, w, v, y), part = alpha / beta;
      each(
          lane, w, [&](int b) { older.body(b) = y.body(b) - part * old.body(b); },
          [&](int i) { older.row(i) = y.row(i) - part * old.row(i); });
      exchange(older, old);
      precondition(lane, w, old, y);
      beta_old = beta;
      Real const next = dot(lane, w, old, y);
      beta = next > 0 ? sqrt(next) : 0;
      // A smaller residual is round-off, which the preconditioner may amplify.
      most = larger(most, larger(fabs(alpha), beta));
      Real const least = 1e-10 * most;
      more = beta > least;

      Real const epsilon_old = epsilon, delta = c * d_bar + s * alpha;
      Real const gamma_bar = s * d_bar - c * alpha, gamma = length_of(gamma_bar, beta);
      epsilon = s * beta;
      d_bar = -c * beta;
      ++k;
      if (!(gamma > least)) break;  // a direction in the null space
      c = gamma_bar / gamma;
      s = beta / gamma;
      Real const phi = c * phi_bar;
      phi_bar *= s;
      Span<Space, Real*> const spare = d_older;
      d_older = d_old;
      d_old = d;
      d = spare;
      lane.each(m.S.row_count(w), [&](int j) {
        int const i = m.S.first_row(w) + j;
        d(i) = (v.row(i) - epsilon_old * d_older(i) - delta * d_old(i)) / gamma;
        m.x(i) += phi * d(i);
      });
    }
    return k;
  }

  static KOKKOS_FUNCTION void exchange(Both& a, Both& b) {
    Both const held = a;
    a = b;
    b = held;
  }
};

}  // namespace orthant
