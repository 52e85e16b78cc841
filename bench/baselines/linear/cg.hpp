// Preconditioned conjugate gradients, one team for each world [Saad 2003, alg. 9.1].
#pragma once
#include "orthant/solvers/linear/krylov/krylov_solver.hpp"

namespace orthant {

/// Minimises the error in the norm of S. If S is singular, the right-hand side must be in its
/// range, as it is in a step; the iterates then stay in the range. The residual is not monotone.
template <class Space>
struct CgKernel {
  static constexpr char const* label = "orthant::cg::solve";
  static constexpr bool takes_nonsymmetric = false;
  using Settings = KrylovSettings;
  static KrylovRoom room(Settings const&) { return {4, 0, 0}; }
  KrylovProblem<Space, Settings> m;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!m.active(w)) return;
    int const o = m.S.first_row(w), n = m.S.row_count(w);
    auto const r = m.vector(0), z = m.vector(1), p = m.vector(2), Ap = m.vector(3);
    lane.each(n, [&](int i) {
      m.x(o + i) = 0;
      r(o + i) = m.b(o + i);
    });
    Real const b2 = m.dot(lane, w, m.b, m.b);
    Real r2 = b2;
    int k = 0;
    if (b2 > 0) {
      m.precondition(lane, w, r, z);
      lane.each(n, [&](int i) { p(o + i) = z(o + i); });
      Real rz = m.dot(lane, w, r, z);
      Real const stop = m.set.tolerance * m.set.tolerance * b2;
      for (; k < m.set.max_iterations && r2 > stop; ++k) {
        m.S.apply(lane, w, p, Ap);
        Real const pAp = m.dot(lane, w, p, Ap);
        if (!(pAp > 0) || !(rz > 0)) break;  // r is not in the range of S
        Real const alpha = rz / pAp;
        lane.each(n, [&](int i) {
          m.x(o + i) += alpha * p(o + i);
          r(o + i) -= alpha * Ap(o + i);
        });
        r2 = m.dot(lane, w, r, r);
        m.precondition(lane, w, r, z);
        Real const next = m.dot(lane, w, r, z), beta = next / rz;
        rz = next;
        lane.each(n, [&](int i) { p(o + i) = z(o + i) + beta * p(o + i); });
      }
    }
    lane.once([&] { m.world(w) = {k, b2 > 0 ? sqrt(r2 / b2) : 0.0, bool(isfinite(r2))}; });
  }
};

}  // namespace orthant
