// L U of every world, body by body along trees of joints, else in blocks. Host only.
#pragma once
#include "orthant/solvers/linear/sparse/block_lu.hpp"
#include "orthant/solvers/linear/sparse/detail/world_factors.hpp"
#include "orthant/solvers/linear/sparse/tree_lu.hpp"

namespace orthant {

/// Along a tree, or in blocks.
template <class Space>
class TreeOrBlocks {
 public:
  static constexpr bool takes_nonsymmetric = true;

  void match(Rows<Space> const& rows, int w, RefinementSettings const&) {
    if (structure_.same(rows, w)) return;
    is_tree_ = !rows.delassus.given() && tree_.plan(rows, w);
    if (!is_tree_) blocks_.analyse(rows, w);
  }
  bool factorise(SchurSystem<Space> const& system, int w, RefinementSettings const& set) {
    return is_tree_ ? tree_.factorise(system, w, set.regularisation)
                    : blocks_.factorise(system, w, set.regularisation);
  }
  void solve(SchurSystem<Space> const& system, int w, Real* x) {
    is_tree_ ? tree_.solve(system, w, x) : blocks_.solve(system, w, x);
  }

 private:
  WorldStructure<Space> structure_;
  bool is_tree_ = false;
  TreeLu<Space> tree_;
  BlockLu<Space> blocks_;
};

template <class Space>
using SparseLu = WorldFactors<Space, TreeOrBlocks<Space>>;

}  // namespace orthant
