// The interface of linear solvers for the Schur complement of a linearised step.
#pragma once
#include "orthant/core/config/carried.hpp"
#include "orthant/core/step/detail/tied_systems.hpp"
#include "orthant/core/step/detail/verify_system.hpp"
#include "orthant/core/step/report.hpp"

namespace orthant {

/// Solves a SchurSystem in every running world. A singular or unsolved system is no error: the
/// report has the residual.
template <class Space>
class LinearSolver {
 public:
  static constexpr bool takes_nonsymmetric = false;  ///< whether it solves nonsymmetric systems
  static constexpr bool takes_stiffness = false;     ///< whether it solves systems with stiffness

  virtual ~LinearSolver() = default;

  /// Overwrites z (rows) with the solution for b (rows), in [N s] and [m/s] of scaled rows. Worlds
  /// that do not run are not changed. A debug build checks the sizes of all arrays.
  LinearReport solve(Space const& space, SchurSystem<Space> const& system, Span<Space, Real*> b,
                     Span<Space, Real*> z) {
    verify(system, b, z);
    if (!system.rows.ties) return do_solve(space, system, b, z);
    return tied_(space, system, b, z,
                 [&](SchurSystem<Space> const& apart, Span<Space, Real*> c, Span<Space, Real*> y) {
                   return do_solve(space, apart, c, y);
                 });
  }
  /// What it remembers from system to system, if results depend on it.
  virtual void carry(Carried&) {}

 protected:
  /// Implements `solve` for arrays that have been checked, and blocks that are not tied.
  virtual LinearReport do_solve(Space const& space, SchurSystem<Space> const& system,
                                Span<Space, Real*> b, Span<Space, Real*> z) = 0;

 private:
  TiedSystems<Space> tied_;
};

}  // namespace orthant
