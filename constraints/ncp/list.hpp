// The complementarity functions. To add one, write its file and put it here.
#pragma once
#include "orthant/constraints/ncp/chks.hpp"
#include "orthant/constraints/ncp/fischer_burmeister.hpp"
#include "orthant/constraints/ncp/kanzow_kleinmichel.hpp"
#include "orthant/constraints/ncp/minimum_map.hpp"
#include "orthant/constraints/ncp/penalised_fischer_burmeister.hpp"

namespace orthant {

/// Each satisfies NcpFunction; the tests of functions cover this list.
using NcpFunctions =
    std::tuple<FischerBurmeister, MinimumMap, PenalisedFischerBurmeister, KanzowKleinmichel, Chks>;

}  // namespace orthant
