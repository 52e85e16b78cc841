// The common part of the Krylov solvers: settings, preconditioning, and the arrays of an iteration.
#pragma once
#include "orthant/core/config/fields.hpp"
#include "orthant/core/step/detail/sizes.hpp"
#include "orthant/solvers/preconditioner/preconditioner.hpp"
#include "orthant/solvers/schur/detail/world_linear.hpp"
#include "orthant/solvers/schur/schur_operator.hpp"

namespace orthant {

struct KrylovSettings {
  double tolerance = 1e-12;
  int max_iterations = 1000;

  void fields(Fields& f) {
    f.real("tolerance", tolerance, {.low = 0, .high = 1, .low_open = true},
           "on |b - S z| / |b|, Euclidean norms");
    f.integer("max_iterations", max_iterations, at_least(1), "most iterations of a solve");
    f.part("preconditioner", "preconditioner", "block_jacobi", "an inverse that is cheap");
  }
};

/// The storage of an iteration besides x: vectors over rows, vectors over bodies, and numbers for
/// each world.
struct KrylovRoom {
  int vectors = 0, twists = 0, numbers = 0;
};

/// The system S x = b of one world.
template <class Space, class Settings>
struct KrylovProblem {
  SchurOperator<Space> S;
  BlockFactors<Space> M;
  Span<Space, int*> active;
  Span<Space, Real*> b, x;
  Settings set;
  Span<Space, WorldLinear*> world;
  KrylovRoom room;
  Span<Space, Real*> vectors;  // (vectors, rows)
  Span<Space, Twist*> twists;  // (twists, W nb)
  Span<Space, Real*> numbers;  // (W, numbers)

  KOKKOS_FUNCTION Span<Space, Real*> vector(int k) const {
    auto const n = nth(S.rows.rows);
    return Span<Space, Real*>(vectors.data() + k * n, n);
  }
  KOKKOS_FUNCTION Span<Space, Twist*> twist(int k) const {
    auto const n = nth(S.rows.worlds) * S.rows.bodies;
    return Span<Space, Twist*>(twists.data() + k * n, n);
  }

  template <class Lane>
  KOKKOS_FUNCTION void precondition(Lane const& lane, int w, Span<Space, Real*> const& from,
                                    Span<Space, Real*> const& to) const {
    M.apply(lane, S.rows, w, from, to);
  }

  template <class Lane>
  KOKKOS_FUNCTION Real dot(Lane const& lane, int w, Span<Space, Real*> const& p,
                           Span<Space, Real*> const& q) const {
    int const o = S.first_row(w);
    return lane.sum(S.row_count(w), [&](int i) { return p(o + i) * q(o + i); });
  }

  /// r <- b - S x; returns |r|.
  template <class Lane>
  KOKKOS_FUNCTION Real true_residual(Lane const& lane, int w, Span<Space, Real*> const& r) const {
    int const o = S.first_row(w);
    S.apply(lane, w, x, r);
    lane.each(S.row_count(w), [&](int i) { r(o + i) = b(o + i) - r(o + i); });
    return sqrt(dot(lane, w, r, r));
  }

  /// Improves x by cycles of an iteration. Each cycle starts from the true residual r = b - S x, so
  /// that it corrects the round-off of the previous one. `cycle(r, length, limit)` starts from r
  /// with |r| = length, makes at most `limit` iterations, and returns their number.
  template <class Lane, class Cycle>
  KOKKOS_FUNCTION void in_cycles(Lane const& lane, int w, Span<Space, Real*> const& r,
                                 Cycle const& cycle) const {
    int const o = S.first_row(w);
    lane.each(S.row_count(w), [&](int i) {
      x(o + i) = 0;
      r(o + i) = b(o + i);
    });
    Real const scale = sqrt(dot(lane, w, b, b));
    Real length = scale, before = HUGE_VAL;
    int k = 0;
    // A cycle that reduces the residual by less than 1 % is the last one.
    while (k < set.max_iterations && length > set.tolerance * scale && length < 0.99 * before) {
      before = length;
      int const made = cycle(length, set.tolerance * scale, set.max_iterations - k);
      if (made == 0) break;
      k += made;
      length = true_residual(lane, w, r);
    }
    lane.once([&] {
      world(w) = {k, scale > 0 ? length / scale : 0.0, bool(isfinite(length) && isfinite(scale))};
    });
  }
};

/// Runs Kernel, which is made from a KrylovProblem, with one team for each world.
template <class Space, template <class> class Kernel>
class Krylov final : public LinearSolver<Space> {
 public:
  using Settings = typename Kernel<Space>::Settings;
  static constexpr bool takes_nonsymmetric = Kernel<Space>::takes_nonsymmetric;

  Krylov(Settings const& set, std::unique_ptr<Preconditioner<Space>> preconditioner, Sizes const& n)
      : set_(set),
        preconditioner_(std::move(preconditioner)),
        v_("orthant::krylov::v", n.bodies),
        world_("orthant::krylov::world", n.worlds),
        report_("orthant::krylov::report") {}

  LinearReport do_solve(Space const& space, SchurSystem<Space> const& system, Span<Space, Real*> b,
                        Span<Space, Real*> z) override {
    auto const& rows = system.rows;
    if (!system.same_pattern) reserve(rows);
    if (!system.same_matrix) preconditioner_->set_up(space, system);
    each_world(space, rows.worlds,
               Kernel<Space>{{{system, v_},
                              preconditioner_->factors(),
                              system.active,
                              b,
                              z,
                              set_,
                              world_,
                              Kernel<Space>::room(set_),
                              vectors_,
                              twists_,
                              numbers_}});
    each_world(space, 1,
               SummariseLinear<Space>{world_, system.active, report_.device(), rows.worlds});
    return report_.get(space);
  }

 private:
  /// The arrays grow if a step has more rows than any before it.
  void reserve(Rows<Space> const& rows) {
    KrylovRoom const room = Kernel<Space>::room(set_);
    auto const fit = [](auto& array, std::size_t n, char const* label) {
      if (n > array.extent(0)) array = std::decay_t<decltype(array)>(std::string(label), n);
    };
    fit(vectors_, nth(room.vectors) * rows.rows, "orthant::krylov::vectors");
    fit(twists_, nth(room.twists) * rows.worlds * rows.bodies, "orthant::krylov::twists");
    fit(numbers_, nth(room.numbers) * rows.worlds, "orthant::krylov::numbers");
  }

  Settings set_;
  std::unique_ptr<Preconditioner<Space>> preconditioner_;
  Array<Space, Real*> vectors_, numbers_;
  Array<Space, Twist*> v_, twists_;
  Array<Space, WorldLinear*> world_;
  ReadBack<Space, LinearReport> report_;
};

}  // namespace orthant
