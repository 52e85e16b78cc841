// Preconditioned conjugate residuals, one world a team [Saad 2003, alg. 6.20].
#pragma once
#include "core/nonlinear_solver.hpp"
#include "solvers/linear/world_linear.hpp"
#include "solvers/preconditioner/preconditioners.hpp"

namespace orthant {

struct PcrSettings {
  double tolerance = 1e-12;
  int max_iterations = 1000;

  void fields(Fields& f) {
    f.real("tolerance", tolerance, {.low = 0, .high = 1, .low_open = true},
           "on |b - S z| / |b|, Euclidean norms");
    f.integer("max_iterations", max_iterations, at_least(1), "most iterations of a solve");
  }
};

/// The vectors of the iteration, one entry a row.
template <class Space>
struct PcrVectors {
  Span<Space, Real*> r, z, p, Az, Ap, y;
};

template <class Space, class Preconditioner>
struct SetUpPreconditioner {
  static constexpr char const* label = "orthant::pcr::preconditioner";
  SchurSystem<Space> system;
  Preconditioner p;
  Span<Space, Mat3*> inverse;  // (blocks)
  KOKKOS_FUNCTION void operator()(int block) const {
    if (system.running(system.rows.block_world(block))) inverse(block) = p(system, block);
  }
};

template <class Space>
struct PcrKernel {
  static constexpr char const* label = "orthant::pcr::solve";
  SchurOperator<Space> S;
  Span<Space, Mat3*> inverse;
  Span<Space, int*> running;
  Span<Space, Real*> b, x;
  PcrVectors<Space> m;
  PcrSettings set;
  Span<Space, WorldLinear*> world;

  template <class Lane>
  KOKKOS_FUNCTION void precondition(Lane const& lane, int w, Span<Space, Real*> const& from,
                                    Span<Space, Real*> const& to) const {
    auto const& rows = S.rows;
    int const first = rows.world_block(w);
    lane.each(rows.world_block(w + 1) - first, [&](int k) {
      int const begin = rows.block_row(first + k), n = rows.size(first + k);
      for (int i = 0; i < n; ++i) {
        Real s = 0;
        for (int j = 0; j < n; ++j) s += inverse(first + k)[i][j] * from(begin + j);
        to(begin + i) = s;
      }
    });
  }

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int w) const {
    if (!running(w)) return;
    int const o = S.first_row(w), n = S.row_count(w);
    auto const dot = [&](Span<Space, Real*> const& a, Span<Space, Real*> const& c) {
      return lane.sum(n, [&](int i) { return a(o + i) * c(o + i); });
    };
    lane.each(n, [&](int i) {
      x(o + i) = 0;
      m.r(o + i) = b(o + i);
    });
    Real const b2 = dot(b, b);
    Real r2 = b2;
    int k = 0;
    if (b2 > 0) {
      precondition(lane, w, m.r, m.z);
      S.apply(lane, w, m.z, m.Az);
      lane.each(n, [&](int i) {
        m.p(o + i) = m.z(o + i);
        m.Ap(o + i) = m.Az(o + i);
      });
      Real zAz = dot(m.z, m.Az);
      Real const stop = set.tolerance * set.tolerance * b2;
      for (; k < set.max_iterations && r2 > stop; ++k) {
        precondition(lane, w, m.Ap, m.y);
        Real const yAp = dot(m.y, m.Ap);
        if (!(yAp > 0) || !(zAz > 0)) break;  // what is left of r is not in the range of S
        Real const alpha = zAz / yAp;
        lane.each(n, [&](int i) {
          x(o + i) += alpha * m.p(o + i);
          m.r(o + i) -= alpha * m.Ap(o + i);
          m.z(o + i) -= alpha * m.y(o + i);
        });
        r2 = dot(m.r, m.r);
        S.apply(lane, w, m.z, m.Az);
        Real const next = dot(m.z, m.Az), beta = next / zAz;
        zAz = next;
        lane.each(n, [&](int i) {
          m.p(o + i) = m.z(o + i) + beta * m.p(o + i);
          m.Ap(o + i) = m.Az(o + i) + beta * m.Ap(o + i);
        });
      }
    }
    lane.once([&] { world(w) = {k, b2 > 0 ? sqrt(r2 / b2) : 0.0, bool(isfinite(r2))}; });
  }
};

template <class Space, class Preconditioner>
class Pcr final : public LinearSolver<Space> {
 public:
  Pcr(PcrSettings const& set, Preconditioner p, Sizes const& n)
      : set_(set),
        p_(p),
        v_("orthant::pcr::v", n.bodies),
        inverse_("orthant::pcr::inverse", n.blocks),
        world_("orthant::pcr::world", n.worlds),
        report_("orthant::pcr::report") {
    for (auto* each : {&r_, &z_, &p_row_, &Az_, &Ap_, &y_})
      *each = make_array<Space, Real*>("orthant::pcr::vector", n.rows);
  }

  LinearReport solve(Space const& space, SchurSystem<Space> const& system, Span<Space, Real*> b,
                     Span<Space, Real*> z) override {
    auto const& rows = system.rows;
    if (!system.same_matrix)
      each(space, rows.blocks, SetUpPreconditioner<Space, Preconditioner>{system, p_, inverse_});
    each_world(space, rows.worlds,
               PcrKernel<Space>{{rows, system.C, system.inverse_mass, v_},
                                inverse_,
                                system.running,
                                b,
                                z,
                                {r_, z_, p_row_, Az_, Ap_, y_},
                                set_,
                                world_});
    each_world(space, 1,
               SummariseLinear<Space>{world_, system.running, report_.device(), rows.worlds});
    return report_.get(space);
  }

 private:
  PcrSettings set_;
  Preconditioner p_;
  Array<Space, Real*> r_, z_, p_row_, Az_, Ap_, y_;
  Array<Space, Twist*> v_;
  Array<Space, Mat3*> inverse_;
  Array<Space, WorldLinear*> world_;
  ReadBack<Space, LinearReport> report_;
};

}  // namespace orthant
