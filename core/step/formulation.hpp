// The interface that turns the laws of blocks into equations for solvers.
#pragma once
#include "orthant/core/step/detail/friction_law.hpp"
#include "orthant/core/step/rows.hpp"

namespace orthant {

/// The speeds of a world that set the scale of row values and impulses [m/s].
struct SpeedScale {
  Real speed = 1;      // largest free speed, constant in the iterations of a step
  Real smoothing = 0;  // smoothing, at most `speed`; falls to zero with the square of the residual
  Real driven = 0;     // `speed`, or that of a drive if it is larger, in stages that correct too
};

/// Makes the equations P da + Q dlambda = -Phi_c of the laws of all blocks at an iterate.
template <class Space>
class Formulation {
 public:
  virtual ~Formulation() = default;

  /// Writes the linearisation at (rows.value, rows.impulse), in the worlds with active(w) != 0.
  /// `weight` is r of each row [1/kg]; it turns an impulse into a velocity. `scale` has one entry
  /// for each world. The residual is that of the law itself, even if a smoothed law replaces it in
  /// the rest.
  virtual void linearise(Space const& space, Rows<Space> const& rows, Span<Space, Real*> weight,
                         Span<Space, SpeedScale*> scale, Linearisation<Space> const& out,
                         Span<Space, int*> active) const = 0;
  /// Whether it depends on SpeedScale::smoothing.
  virtual bool smooths() const { return false; }
  /// The friction law of contacts.
  virtual FrictionLaw law() const { return {}; }
  /// Whether the linearisation leaves P_left empty.
  virtual bool symmetric() const { return true; }
};

}  // namespace orthant
