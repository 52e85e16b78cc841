// The forms of friction. To add one: write its file, and put it here.
#pragma once
#include "constraints/friction/alart_curnier.hpp"
#include "constraints/friction/associated.hpp"
#include "constraints/friction/de_saxce.hpp"
#include "constraints/friction/jourdan_alart_jean.hpp"
#include "constraints/friction/soc_fischer_burmeister.hpp"
#include "constraints/friction/w_fixed_point.hpp"
#include "constraints/friction/w_newton.hpp"

namespace orthant {

using FrictionForms = std::tuple<WFixedPoint, WNewton, AlartCurnierForm, JourdanAlartJean, DeSaxce,
                                 SocFischerBurmeister, Associated>;

}  // namespace orthant
