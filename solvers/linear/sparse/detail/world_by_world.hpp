// Solves one world after the other. Host only.
#pragma once
#include <limits>

#include "orthant/core/step/nonlinear_solver.hpp"
#include "orthant/solvers/schur/detail/world_linear.hpp"

namespace orthant {

template <class Space>
class WorldByWorld : public LinearSolver<Space> {
 public:
  LinearReport do_solve(Space const& space, SchurSystem<Space> const& system, Span<Space, Real*> b,
                        Span<Space, Real*> z) override {
    wait_for(space);
    LinearReport report;
    for (int w = 0; w < system.rows.worlds; ++w) {
      if (!system.active(w)) continue;
      WorldLinear const one = solve_world(system, w, b, z);
      report.iterations += one.iterations;
      report.residual = larger(report.residual, one.residual);
      report.usable = report.usable && one.usable;
    }
    return report;
  }

 protected:
  virtual WorldLinear solve_world(SchurSystem<Space> const& system, int w,
                                  Span<Space, Real*> const& b, Span<Space, Real*> const& z) = 0;

  /// What is left of a world whose factorisation failed: z is NaN.
  static WorldLinear fail(Rows<Space> const& rows, int w, Span<Space, Real*> const& z) {
    for (int i = rows.world_row(w); i < rows.world_row(w + 1); ++i)
      z(i) = std::numeric_limits<Real>::quiet_NaN();
    return {0, 0, false};
  }
};

}  // namespace orthant
