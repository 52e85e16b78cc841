// Registers the integrators by name.
#pragma once
#include "orthant/core/method/plugins.hpp"
#include "orthant/integrators/bdf2.hpp"
#include "orthant/integrators/generalised_alpha.hpp"
#include "orthant/integrators/implicit_euler.hpp"
#include "orthant/integrators/implicit_midpoint.hpp"
#include "orthant/integrators/linearly_implicit.hpp"
#include "orthant/integrators/moreau_jean.hpp"
#include "orthant/integrators/semi_implicit_euler.hpp"
#include "orthant/integrators/variational.hpp"

namespace orthant {

template <class Space>
void register_integrators(Plugins<Space>& to) {
  using Euler = EulerStep<Space>;
  using Mean = MomentumStep<Space, MeanTwist<Space>>;
  add_integrator<Euler, ImplicitEulerSettings>(
      to, "implicit_euler", "first order; constraints hold at the end of the step");
  add_integrator<Euler, SemiImplicitEulerSettings>(
      to, "semi_implicit_euler",
      "first order; matrices at the start of the step, joints by one linear solve");
  add_integrator<LinearlyImplicit<Space>, LinearlyImplicitSettings>(
      to, "linearly_implicit",
      "first order; directions of forces implicit too, one linear solve a step");
  add_integrator<Mean, MoreauJeanSettings>(
      to, "moreau_jean", "theta method in momentum form; constraints at velocity level");
  add_integrator<Mean, ImplicitMidpointSettings>(
      to, "implicit_midpoint", "second order; free bodies keep energy and momentum to round-off");
  add_integrator<MomentumStep<Space, SmoothPart<Space, Bdf2Formula>>, Bdf2Settings>(
      to, "bdf2", "second order, also in forces, dissipative; uses two past steps");
  add_integrator<MomentumStep<Space, SmoothPart<Space, GeneralisedAlphaFormula>>,
                 GeneralisedAlphaSettings>(
      to, "generalised_alpha", "second order, also in forces, with numerical damping of choice");
  add_integrator<Variational<Space>, VariationalSettings>(
      to, "variational", "second order; RATTLE with discrete mechanics of rotations: energy stays");
}

}  // namespace orthant
