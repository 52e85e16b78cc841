// The forms of friction. To add one, write its file and put it here.
#pragma once
#include "orthant/constraints/friction/alart_curnier.hpp"
#include "orthant/constraints/friction/associated.hpp"
#include "orthant/constraints/friction/de_saxce.hpp"
#include "orthant/constraints/friction/polyhedral.hpp"
#include "orthant/constraints/friction/soc_fischer_burmeister.hpp"
#include "orthant/constraints/friction/w_newton.hpp"

namespace orthant {

/// A form offers `symmetric`, and linearise, which writes P da + Q dlambda = -Phi of its rows, in
/// [m/s] with impulses in [N s]:
///   linearise(phi, FrictionState, BlockLaw&)  of the friction rows, P and Q symmetric, and the
///                                             residual
///   linearise(ContactRows, ExactLaw&)         of the friction rows; with `whole_contact` of all
///                                             rows, and the residual
/// Velocities are those of the second body against the first, in the contact's tangents. A form of
/// another law than Coulomb's has `law`.
using FrictionForms =
    std::tuple<WNewton, AlartCurnierForm, DeSaxce, SocFischerBurmeister, Associated, Polyhedral>;

/// The law of a form.
template <class Form>
FrictionLaw law_of(Form const& form) {
  if constexpr (requires { form.law(); })
    return form.law();
  else
    return {};
}

}  // namespace orthant
