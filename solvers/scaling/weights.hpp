// The interface for the weights of all rows.
#pragma once
#include "orthant/core/step/rows.hpp"

namespace orthant {

/// Computes the weights r (rows) [1/kg] of all worlds.
template <class Space>
class Weights {
 public:
  virtual ~Weights() = default;
  /// Called once a solve, before the first iteration.
  virtual void compute(Space const& space, Rows<Space> const& rows,
                       Span<Space, InverseMass*> inverse_mass, Span<Space, Real*> weight) const = 0;
  /// Whether the weights change from one iteration of a solve to the next.
  virtual bool adapts() const { return false; }
  /// Called before each iteration if `adapts`; `iteration` 0 has the computed weights.
  virtual void adapt(Space const&, Rows<Space> const&, Span<Space, int*>, int,
                     Span<Space, Real*>) const {}
};

}  // namespace orthant
