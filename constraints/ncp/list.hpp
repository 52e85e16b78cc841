// The complementarity functions. To add one, write its file and put it here.
#pragma once
#include "constraints/ncp/chks.hpp"
#include "constraints/ncp/fischer_burmeister.hpp"
#include "constraints/ncp/kanzow_kleinmichel.hpp"
#include "constraints/ncp/minimum_map.hpp"
#include "constraints/ncp/penalised_fischer_burmeister.hpp"

namespace orthant {

/// Each satisfies NcpFunction; the tests of functions cover this list.
using NcpFunctions =
    std::tuple<FischerBurmeister, MinimumMap, PenalisedFischerBurmeister, KanzowKleinmichel, Chks>;

}  // namespace orthant
