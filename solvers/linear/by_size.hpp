// The linear solver `by_size`: a dense factorisation for worlds of few rows, a sparse one for
// others.
#pragma once
#include "orthant/solvers/linear/dense/dense_solver.hpp"
#include "orthant/solvers/linear/dense/ldlt.hpp"
#include "orthant/solvers/linear/sparse/block_cholesky.hpp"

namespace orthant {

/// The default is the measured number of rows at which both cost the same: docs/solvers.md.
struct BySizeSettings : RefinementSettings {
  int dense_rows = 36;

  void fields(Fields& f) {
    RefinementSettings::fields(f);
    f.integer("dense_rows", dense_rows, not_negative(),
              "a world with at most so many rows in a step is solved by dense_ldlt, another by "
              "multifrontal");
  }
};

/// Sorts the running worlds by their number of rows.
template <class Space>
struct SplitBySize {
  static constexpr char const* label = "orthant::linear::split_by_size";
  struct Found {
    int dense = 0, sparse = 0;
  };
  Held<Space, Rows<Space>> rows;
  Span<Space, int*> active, small, large;
  Span<Space, Found> out;
  int most;

  template <class Lane>
  KOKKOS_FUNCTION void operator()(Lane const& lane, int) const {
    Real const dense = lane.sum(rows.worlds, [&](int w) {
      int const count = rows.world_row(w + 1) - rows.world_row(w);
      small(w) = active(w) && count <= most;
      large(w) = active(w) && count > most;
      return Real(small(w) && count > 0);
    });
    Real const sparse = lane.sum(rows.worlds, [&](int w) { return Real(large(w) != 0); });
    lane.once([&] { out() = {static_cast<int>(dense), static_cast<int>(sparse)}; });
  }
};

/// The choice depends on a world's own rows only, so that a world has the same bits in any batch.
template <class Space>
class BySize final : public LinearSolver<Space> {
 public:
  BySize(BySizeSettings const& set, Sizes const& n)
      : set_(set),
        dense_(set, n),
        sparse_({set}, n),
        small_("orthant::linear::small", n.worlds),
        large_("orthant::linear::large", n.worlds),
        found_("orthant::linear::found") {}

 protected:
  LinearReport do_solve(Space const& space, SchurSystem<Space> const& system, Span<Space, Real*> b,
                        Span<Space, Real*> z) override {
    each_world(space, 1,
               SplitBySize<Space>{.rows = system.rows,
                                  .active = system.active,
                                  .small = small_,
                                  .large = large_,
                                  .out = found_.device(),
                                  .most = set_.dense_rows});
    auto const found = found_.get(space);
    LinearReport all;
    if (found.sparse == 0 && found.dense > 0)
      add(dense_.solve(space, system, b, z), all);
    else if (found.dense > 0)
      add(part(space, dense_, system, small_, b, z), all);
    if (found.sparse > 0) add(part(space, sparse_, system, large_, b, z), all);
    if (!system.same_matrix) all.factorised = {found.dense, found.sparse};
    return all;
  }

 private:
  LinearReport part(Space const& space, LinearSolver<Space>& solver, SchurSystem<Space> system,
                    Span<Space, int*> which, Span<Space, Real*> b, Span<Space, Real*> z) {
    system.active = which;
    return solver.solve(space, system, b, z);
  }
  static void add(LinearReport const& one, LinearReport& all) {
    all.iterations += one.iterations;
    all.residual = larger(all.residual, one.residual);
    all.usable = all.usable && one.usable;
  }

  BySizeSettings set_;
  DenseSolver<Space, Ldlt> dense_;
  BlockCholesky<Space> sparse_;
  Array<Space, int*> small_, large_;  // (worlds)
  ReadBack<Space, typename SplitBySize<Space>::Found> found_;
};

}  // namespace orthant
