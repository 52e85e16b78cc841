// Preconditioned conjugate residuals, one team for each world [Saad 2003, alg. 6.20].
#pragma once
#include "orthant/solvers/linear/krylov/krylov_solver.hpp"

namespace orthant {

template <class Space>
struct PcrKernel {
  static constexpr char const* label = "orthant::pcr::solve";
  static constexpr bool takes_nonsymmetric = false;
  using Settings = KrylovSettings;
  static KrylovRoom room(Settings const&) { return {6, 0, 0}; }
  KrylovProblem<Space, Settings> m;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!m.active(w)) return;
    int const o = m.S.first_row(w), n = m.S.row_count(w);
    auto const r = m.vector(0), z = m.vector(1), p = m.vector(2), Az = m.vector(3),
               &Ap = m.vector(4), y = m.vector(5);
    lane.each(n, [&](int i) {
      m.x(o + i) = 0;
      r(o + i) = m.b(o + i);
    });
    Real const b2 = m.dot(lane, w, m.b, m.b);
    Real r2 = b2;
    int k = 0;
    if (b2 > 0) {
      m.precondition(lane, w, r, z);
      m.S.apply(lane, w, z, Az);
      lane.each(n, [&](int i) {
        p(o + i) = z(o + i);
        Ap(o + i) = Az(o + i);
      });
      Real zAz = m.dot(lane, w, z, Az);
      Real const stop = m.set.tolerance * m.set.tolerance * b2;
      for (; k < m.set.max_iterations && r2 > stop; ++k) {
        m.precondition(lane, w, Ap, y);
        Real const yAp = m.dot(lane, w, y, Ap);
        if (!(yAp > 0) || !(zAz > 0)) break;  // r is not in the range of S
        Real const alpha = zAz / yAp;
        lane.each(n, [&](int i) {
          m.x(o + i) += alpha * p(o + i);
          r(o + i) -= alpha * Ap(o + i);
          z(o + i) -= alpha * y(o + i);
        });
        r2 = m.dot(lane, w, r, r);
        m.S.apply(lane, w, z, Az);
        Real const next = m.dot(lane, w, z, Az), beta = next / zAz;
        zAz = next;
        lane.each(n, [&](int i) {
          p(o + i) = z(o + i) + beta * p(o + i);
          Ap(o + i) = Az(o + i) + beta * Ap(o + i);
        });
      }
    }
    lane.once([&] { m.world(w) = {k, b2 > 0 ? sqrt(r2 / b2) : 0.0, bool(isfinite(r2))}; });
  }
};

}  // namespace orthant
