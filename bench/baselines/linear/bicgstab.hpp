// Stabilised biconjugate gradients, one team for each world [Van der Vorst 1992].
#pragma once
#include "orthant/solvers/linear/krylov/krylov_solver.hpp"

namespace orthant {

/// Preconditioned from the right. It restarts from the current x after a breakdown, and if the
/// residual of the recursion is below the tolerance but the true residual is not.
template <class Space>
struct BicgstabKernel {
  static constexpr char const* label = "orthant::bicgstab::solve";
  static constexpr bool takes_nonsymmetric = true;
  using Settings = KrylovSettings;
  static KrylovRoom room(Settings const&) { return {7, 0, 0}; }
  KrylovProblem<Space, Settings> m;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!m.active(w)) return;
    m.in_cycles(lane, w, m.vector(0), [&](Real length, Real stop, int limit) {
      return cycle(lane, w, length, stop, limit);
    });
  }

 private:
  template <class Lane>
  KOKKOS_FUNCTION int cycle(Lane const& lane, int w, Real length, Real stop, int limit) const {
    int const o = m.S.first_row(w), n = m.S.row_count(w);
    auto const r = m.vector(0), shadow = m.vector(1), p = m.vector(2), Mp = m.vector(3),
               v = m.vector(4), Mr = m.vector(5), t = m.vector(6);
    lane.each(n, [&](int i) { shadow(o + i) = p(o + i) = r(o + i); });
    Real rho = length * length, rest = length;
    int k = 0;
    while (k < limit && rest > stop) {
      m.precondition(lane, w, p, Mp);
      m.S.apply(lane, w, Mp, v);
      Real const along = m.dot(lane, w, shadow, v);
      if (!(fabs(along) > tiny * length * sqrt(m.dot(lane, w, v, v)))) break;
      Real const alpha = rho / along;
      lane.each(n, [&](int i) {
        m.x(o + i) += alpha * Mp(o + i);
        r(o + i) -= alpha * v(o + i);
      });
      ++k;
      m.precondition(lane, w, r, Mr);
      m.S.apply(lane, w, Mr, t);
      Real const tt = m.dot(lane, w, t, t), tr = m.dot(lane, w, t, r);
      if (!(tt > 0)) break;
      Real const omega = tr / tt;
      lane.each(n, [&](int i) {
        m.x(o + i) += omega * Mr(o + i);
        r(o + i) -= omega * t(o + i);
      });
      rest = sqrt(m.dot(lane, w, r, r));
      Real const next = m.dot(lane, w, shadow, r);
      if (!(fabs(next) > tiny * length * rest) || omega == 0) break;
      Real const beta = next / rho * (alpha / omega);
      rho = next;
      lane.each(n, [&](int i) { p(o + i) = r(o + i) + beta * (p(o + i) - omega * v(o + i)); });
    }
    return k;
  }

  /// Below this cosine the inner product of two vectors is round-off: a breakdown.
  static constexpr Real tiny = 1e-12;
};

}  // namespace orthant
