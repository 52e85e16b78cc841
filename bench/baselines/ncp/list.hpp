// The complementarity functions among the baselines.
#pragma once
#include "bench/baselines/ncp/log_exp.hpp"
#include "bench/baselines/ncp/natural_map.hpp"
#include "bench/baselines/ncp/p_norm_fb.hpp"
#include "bench/baselines/ncp/smoothed_fischer_burmeister.hpp"

namespace orthant {

using BaselineNcps =
    std::tuple<LogExp, NaturalMap, PNormFischerBurmeister, SmoothedFischerBurmeister>;

}  // namespace orthant
