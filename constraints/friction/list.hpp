// The forms of friction. To add one, write its file and put it here.
#pragma once
#include "constraints/friction/alart_curnier.hpp"
#include "constraints/friction/associated.hpp"
#include "constraints/friction/de_saxce.hpp"
#include "constraints/friction/jourdan_alart_jean.hpp"
#include "constraints/friction/polyhedral.hpp"
#include "constraints/friction/soc_fischer_burmeister.hpp"
#include "constraints/friction/w_fixed_point.hpp"
#include "constraints/friction/w_newton.hpp"

namespace orthant {

/// A form offers `symmetric`, and linearise, which writes the residual and P da + Q dlambda = -Phi
/// of its rows, in [m/s] with impulses in [N s]:
///   linearise(phi, FrictionState, BlockLaw&)  of the friction rows, P and Q symmetric
///   linearise(ContactRows, ExactLaw&)         of a whole contact, with `whole_contact`
/// Velocities are those of the second body against the first, in the contact's tangents.
using FrictionForms = std::tuple<WFixedPoint, WNewton, AlartCurnierForm, JourdanAlartJean, DeSaxce,
                                 SocFischerBurmeister, Associated, Polyhedral>;

/// The law of a form.
template <class Form>
FrictionLaw law_of(Form const& form) {
  if constexpr (has_polygon<Form>)
    return {FrictionLaw::Kind::polyhedral, form.facets};
  else if constexpr (std::derived_from<Form, ConeProjection<false>>)
    return {FrictionLaw::Kind::associated};
  else
    return {};
}

}  // namespace orthant
