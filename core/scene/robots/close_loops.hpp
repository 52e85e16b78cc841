// Finds a start at which the loops of a robot close.
#pragma once
#include <optional>

#include "orthant/core/scene/robots/robot_positions.hpp"

namespace orthant {

/// Coordinates near `q` at which all loops close, where one is open at `q`: within limits, with
/// couplings, and with those that are given as they are. `opening`: by how much loops are open at
/// `q` [m or rad]. Nothing if all close at `q`, or none were found.
std::optional<std::vector<std::vector<Real>>> closed_loops(
    Robot const& robot, std::map<std::string, std::vector<Real>> const& given,
    std::vector<std::vector<Real>> q, Real& opening);

}  // namespace orthant
