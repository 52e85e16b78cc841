// How the laws of the blocks become equations: the seam between complementarity and solvers.
#pragma once
#include "core/rows.hpp"

namespace orthant {

template <class Space>
class Formulation {
 public:
  virtual ~Formulation() = default;

  /// Writes the linearisation at (rows.value, rows.impulse), in the worlds with running(w) != 0.
  /// `weight` is r, one per row [1/kg]: it turns an impulse into a velocity.
  virtual void linearise(Space const& space, Rows<Space> const& rows, Span<Space, Real*> weight,
                         Linearisation<Space> const& out, Span<Space, int*> running) const = 0;
};

}  // namespace orthant
