// The interface of rules for the step length along a Newton direction.
#pragma once
#include "orthant/solvers/nonlinear/detail/world_progress.hpp"

namespace orthant {

/// Chooses the step length, in (0, 1], by the merit 1/2 |Phi|^2 [m^2/s^2] of trial iterates. If
/// none is good enough, sets world(w).search.failed.
template <class Space>
class StepLength {
 public:
  virtual ~StepLength() = default;
  /// The first step length, in (0, 1].
  virtual Real first() const = 0;
  /// Whether the rule is a line search.
  virtual bool searches() const = 0;
  /// In each world with searching(w) != 0: ends its search by searching(w) = 0, or changes
  /// world(w).search.step.
  virtual void judge(Space const& space, Span<Space, WorldProgress*> world,
                     Span<Space, int*> searching, int worlds) const = 0;
};

}  // namespace orthant
