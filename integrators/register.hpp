// Registers the integrators by name.
#pragma once
#include "integrators/bdf2.hpp"
#include "integrators/generalised_alpha.hpp"
#include "integrators/implicit_euler.hpp"
#include "integrators/implicit_midpoint.hpp"
#include "integrators/linearly_implicit.hpp"
#include "integrators/moreau_jean.hpp"
#include "integrators/semi_implicit_euler.hpp"
#include "integrators/variational.hpp"

namespace orthant {

template <class Space>
void register_integrators(Plugins<Space>& plugins) {
  auto const euler = [](auto const& set, Config&, Sizes const& n, int kinds) {
    return std::make_unique<EulerStep<Space>>(set.scheme(), set.warm_start, n, kinds);
  };
  auto const mean = [](auto const& set, Config&, Sizes const& n, int kinds) {
    return std::make_unique<MomentumStep<Space, MeanTwist<Space>>>(set, n, kinds);
  };
  auto& to = plugins.integrators;
  to.template add<ImplicitEulerSettings>(
      "implicit_euler", "first order; constraints hold at the end of the step", euler);
  to.template add<SemiImplicitEulerSettings>(
      "semi_implicit_euler",
      "first order; matrices at the start of the step, joints by one linear solve", euler);
  to.template add<LinearlyImplicitSettings>(
      "linearly_implicit",
      "first order; directions of forces implicit too, one linear solve a step",
      [](LinearlyImplicitSettings const& set, Config&, Sizes const& n, int kinds) {
        return std::make_unique<LinearlyImplicit<Space>>(set, n, kinds);
      });
  to.template add<MoreauJeanSettings>(
      "moreau_jean", "theta method in momentum form; constraints at velocity level", mean);
  to.template add<ImplicitMidpointSettings>(
      "implicit_midpoint", "second order; free bodies keep energy and momentum to round-off", mean);
  to.template add<Bdf2Settings>(
      "bdf2", "second order, also in forces, dissipative; uses two past steps",
      [](Bdf2Settings const& set, Config&, Sizes const& n, int kinds) {
        return std::make_unique<MomentumStep<Space, SmoothPart<Space, Bdf2Formula>>>(set, n, kinds);
      });
  to.template add<GeneralisedAlphaSettings>(
      "generalised_alpha", "second order, also in forces, with numerical damping of choice",
      [](GeneralisedAlphaSettings const& set, Config&, Sizes const& n, int kinds) {
        return std::make_unique<MomentumStep<Space, SmoothPart<Space, GeneralisedAlphaFormula>>>(
            set, n, kinds);
      });
  to.template add<VariationalSettings>(
      "variational", "second order; RATTLE with discrete mechanics of rotations: energy stays",
      [](VariationalSettings const& set, Config&, Sizes const& n, int kinds) {
        return std::make_unique<Variational<Space>>(set, n, kinds);
      });
}

}  // namespace orthant
