// What computes the weights of all rows for a nonlinear solver.
#pragma once
#include "core/step/rows.hpp"

namespace orthant {

/// The weights r (rows) [1/kg] of all worlds, by a scaling.
template <class Space>
class Weights {
 public:
  virtual ~Weights() = default;
  /// Once a solve, before its first iteration.
  virtual void compute(Space const& space, Rows<Space> const& rows,
                       Span<Space, InverseMass*> inverse_mass, Span<Space, Real*> weight) const = 0;
  /// Whether the weights change from one iteration of a solve to the next.
  virtual bool adapts() const { return false; }
  /// Before each iteration of those that do: `iteration` 0 has the weights that were computed.
  virtual void adapt(Space const&, Rows<Space> const&, Span<Space, int*>, int,
                     Span<Space, Real*>) const {}
};

}  // namespace orthant
