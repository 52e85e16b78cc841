// The forms of friction. To add one: write its file, and put it here.
#pragma once
#include "constraints/friction/alart_curnier.hpp"
#include "constraints/friction/w_fixed_point.hpp"
#include "constraints/friction/w_newton.hpp"

namespace orthant {

using FrictionForms = std::tuple<WFixedPoint, WNewton, AlartCurnierForm>;

}  // namespace orthant
