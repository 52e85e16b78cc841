// What the Krylov solvers share: settings, preconditioning, and the arrays of an iteration.
#pragma once
#include "core/nonlinear_solver.hpp"
#include "solvers/linear/world_linear.hpp"
#include "solvers/preconditioner/preconditioners.hpp"

namespace orthant {

struct KrylovSettings {
  double tolerance = 1e-12;
  int max_iterations = 1000;

  void fields(Fields& f) {
    f.real("tolerance", tolerance, {.low = 0, .high = 1, .low_open = true},
           "on |b - S z| / |b|, Euclidean norms");
    f.integer("max_iterations", max_iterations, at_least(1), "most iterations of a solve");
  }
};

template <class Space, class Preconditioner>
struct SetUpPreconditioner {
  static constexpr char const* label = "orthant::krylov::preconditioner";
  SchurSystem<Space> system;
  Preconditioner p;
  Span<Space, Mat3*> inverse;  // (blocks)
  KOKKOS_FUNCTION void operator()(int block) const {
    if (system.running(system.rows.block_world(block))) inverse(block) = p(system, block);
  }
};

/// S x = b in one world, with `vectors` for the iteration to use, one entry a row each.
template <class Space, int vectors>
struct KrylovProblem {
  SchurOperator<Space> S;
  Span<Space, Mat3*> inverse;
  Span<Space, int*> running;
  Span<Space, Real*> b, x;
  Kokkos::Array<Span<Space, Real*>, vectors> vector;
  KrylovSettings set;
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
  KOKKOS_FUNCTION Real dot(Lane const& lane, int w, Span<Space, Real*> const& p,
                           Span<Space, Real*> const& q) const {
    int const o = S.first_row(w);
    return lane.sum(S.row_count(w), [&](int i) { return p(o + i) * q(o + i); });
  }
};

/// Runs Kernel, which is made from a KrylovProblem, one world a team.
template <class Space, template <class> class Kernel, class Preconditioner>
class Krylov final : public LinearSolver<Space> {
 public:
  Krylov(KrylovSettings const& set, Preconditioner p, Sizes const& n)
      : set_(set),
        p_(p),
        v_("orthant::krylov::v", n.bodies),
        inverse_("orthant::krylov::inverse", n.blocks),
        world_("orthant::krylov::world", n.worlds),
        report_("orthant::krylov::report") {
    for (auto& each : vector_) each = make_array<Space, Real*>("orthant::krylov::vector", n.rows);
  }

  LinearReport solve(Space const& space, SchurSystem<Space> const& system, Span<Space, Real*> b,
                     Span<Space, Real*> z) override {
    auto const& rows = system.rows;
    if (!system.same_matrix)
      each(space, rows.blocks, SetUpPreconditioner<Space, Preconditioner>{system, p_, inverse_});
    KrylovProblem<Space, vectors> problem{{system, v_}, inverse_, system.running, b, z,
                                          {},           set_,     world_};
    for (int i = 0; i < vectors; ++i) problem.vector[i] = vector_[i];
    each_world(space, rows.worlds, Kernel<Space>{problem});
    each_world(space, 1,
               SummariseLinear<Space>{world_, system.running, report_.device(), rows.worlds});
    return report_.get(space);
  }

 private:
  static constexpr int vectors = Kernel<Space>::vectors;

  KrylovSettings set_;
  Preconditioner p_;
  Array<Space, Real*> vector_[vectors];
  Array<Space, Twist*> v_;
  Array<Space, Mat3*> inverse_;
  Array<Space, WorldLinear*> world_;
  ReadBack<Space, LinearReport> report_;
};

}  // namespace orthant
