// How the laws of the blocks become equations: the seam between complementarity and solvers.
#pragma once
#include "core/step/friction_law.hpp"
#include "core/step/rows.hpp"

namespace orthant {

/// Speeds of a world for laws to measure a row's value and impulse by [m/s].
struct SpeedScale {
  Real speed = 1;      // the largest |v~|, the same in all iterations of a step
  Real smoothing = 0;  // at most that; falls to zero with the square of the residual
};

/// Makes the equations  P da + Q dl = -Phi_c  of the laws of all blocks, at an iterate.
template <class Space>
class Formulation {
 public:
  virtual ~Formulation() = default;

  /// Writes the linearisation at (rows.value, rows.impulse), in the worlds with active(w) != 0.
  /// `weight` is r, one per row [1/kg]: it turns an impulse into a velocity. `scale` has one entry
  /// a world. The residual is that of the law itself, whatever stands in for it in the rest.
  virtual void linearise(Space const& space, Rows<Space> const& rows, Span<Space, Real*> weight,
                         Span<Space, SpeedScale*> scale, Linearisation<Space> const& out,
                         Span<Space, int*> active) const = 0;
  /// Whether it depends on SpeedScale::smoothing.
  virtual bool smooths() const { return false; }
  /// The law of friction that contacts obey.
  virtual FrictionLaw law() const { return {}; }
  /// Whether it leaves L empty.
  virtual bool symmetric() const { return true; }
};

}  // namespace orthant
