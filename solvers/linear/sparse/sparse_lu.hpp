// L U of every world, body by body along trees of joints, else in blocks. Host only.
#pragma once
#include <vector>

#include "orthant/solvers/linear/sparse/block_lu.hpp"
#include "orthant/solvers/linear/sparse/detail/refine.hpp"
#include "orthant/solvers/linear/sparse/tree_lu.hpp"

namespace orthant {

template <class Space>
class SparseLu final : public LinearSolver<Space> {
 public:
  static constexpr bool takes_nonsymmetric = true;  // see LinearSolver

  SparseLu(RefinementSettings const& set, Sizes const& n)
      : set_(set), world_(n.worlds), refine_(n) {}

  LinearReport do_solve(Space const& space, SchurSystem<Space> const& system, Span<Space, Real*> b,
                        Span<Space, Real*> z) override {
    wait_for(space);
    LinearReport report;
    for (int w = 0; w < system.rows.worlds; ++w)
      if (system.active(w)) refine_.add(report, solve_world(system, w, b, z));
    return report;
  }

 private:
  struct World {
    WorldStructure<Space> structure;
    bool is_tree = false;
    TreeLu<Space> tree;
    BlockLu<Space> blocks;
  };

  WorldLinear solve_world(SchurSystem<Space> const& system, int w, Span<Space, Real*> const& b,
                          Span<Space, Real*> const& z) {
    auto const& rows = system.rows;
    auto& world = world_[w];
    if (rows.world_row(w) == rows.world_row(w + 1)) return {};
    if (!system.same_pattern && !world.structure.same(rows, w)) {
      world.is_tree = !rows.delassus.given() && world.tree.plan(rows, w);
      if (!world.is_tree) world.blocks.analyse(rows, w);
    }
    if (!system.same_matrix) {
      bool const done = world.is_tree ? world.tree.factorise(system, w, set_.regularisation)
                                      : world.blocks.factorise(system, w, set_.regularisation);
      if (!done) return refine_.fail(rows, w, z);
    }
    return refine_(set_, system, w, b, z, [&](Real* x) {
      world.is_tree ? world.tree.solve(system, w, x) : world.blocks.solve(system, w, x);
    });
  }

  RefinementSettings set_;
  std::vector<World> world_;
  Refine<Space> refine_;
};

}  // namespace orthant
