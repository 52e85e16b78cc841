// The interface of regularisations of singular Newton systems.
#pragma once
#include "orthant/core/step/formulation.hpp"
#include "orthant/solvers/nonlinear/detail/world_progress.hpp"

namespace orthant {

/// Chooses rho of the regularisation E = rho e, which is added to the Q of contacts; e is W_ii of
/// the row or a part of it, with W = J M^-1 J^T [1/kg]. The Newton step is then that of the row
/// values a + rho e dlambda.
template <class Space>
class Regularisation {
 public:
  virtual ~Regularisation() = default;
  /// Sets rho as world(w).damping.ratio, in the worlds with active(w) != 0.
  virtual void choose(Space const& space, Span<Space, WorldProgress*> world,
                      Span<Space, int*> active, Span<Space, SpeedScale*> scale,
                      int worlds) const = 0;
  /// Whether `choose` needs world(w).damping.unpredicted.
  virtual bool compares() const { return false; }
};

}  // namespace orthant
