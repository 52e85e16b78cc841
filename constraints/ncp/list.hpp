// The complementarity functions. To add one: write its file, and put it here.
#pragma once
#include "constraints/ncp/fischer_burmeister.hpp"
#include "constraints/ncp/minimum_map.hpp"

namespace orthant {

using NcpFunctions = std::tuple<FischerBurmeister, MinimumMap>;

}  // namespace orthant
