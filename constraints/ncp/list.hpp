// The complementarity functions. To add one, write its file and put it here.
#pragma once
#include "constraints/ncp/chks.hpp"
#include "constraints/ncp/fischer_burmeister.hpp"
#include "constraints/ncp/kanzow_kleinmichel.hpp"
#include "constraints/ncp/log_exp.hpp"
#include "constraints/ncp/minimum_map.hpp"
#include "constraints/ncp/natural_map.hpp"
#include "constraints/ncp/p_norm_fb.hpp"
#include "constraints/ncp/penalised_fischer_burmeister.hpp"
#include "constraints/ncp/smoothed_fischer_burmeister.hpp"

namespace orthant {

/// Each satisfies NcpFunction; the tests of functions cover this list.
using NcpFunctions =
    std::tuple<FischerBurmeister, MinimumMap, PenalisedFischerBurmeister, KanzowKleinmichel, Chks,
               SmoothedFischerBurmeister, PNormFischerBurmeister, LogExp, NaturalMap>;

}  // namespace orthant
