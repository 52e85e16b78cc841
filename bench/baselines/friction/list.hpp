// The forms of friction among the baselines.
#pragma once
#include "bench/baselines/friction/jourdan_alart_jean.hpp"
#include "bench/baselines/friction/w_fixed_point.hpp"

namespace orthant {

using BaselineFrictions = std::tuple<JourdanAlartJean, WFixedPoint>;

}  // namespace orthant
