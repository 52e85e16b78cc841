// L U of S + E in blocks of rows, or of the matrix of the bodies.
#pragma once
#include "orthant/solvers/factors/detail/pattern_lu.hpp"
#include "orthant/solvers/linear/sparse/block_form.hpp"

namespace orthant {

/// Of the matrix of the rows, or of that of the bodies, whichever takes fewer operations.
template <class Space>
class BlockLu {
 public:
  void analyse(Rows<Space> const& rows, int w) {
    auto const lay_out = [&](BlockGraph const& graph, bool of_bodies) {
      form_.lay_out(rows, w, of_bodies, graph, as_given(graph));
      return factors::lu_flops(form_.pattern());
    };
    BlockGraph const blocks = schur_graph(rows, w);
    double const flops = lay_out(blocks, false);
    if (!rows.delassus.given()) {
      BlockGraph const bodies = form_.bodies().graph(rows, w, [](int) { return true; });
      if (!(lay_out(bodies, true) < flops)) lay_out(blocks, false);
    }
    lu_.analyse(form_.pattern());
  }

  /// False if a pivot is zero.
  bool factorise(SchurSystem<Space> const& system, int w, Real rho_reg) {
    form_.fill(system, w, rho_reg);
    return lu_.factorise(form_.values());
  }

  void solve(SchurSystem<Space> const& system, int w, Real* x) {
    form_.solve(system, w, x, [&](double* v) { lu_.substitute(v); });
  }

 private:
  BlockForm<Space> form_{true};
  factors::PatternLu lu_;
};

}  // namespace orthant
