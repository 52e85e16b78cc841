// The level at which rows hold.
#pragma once
#include "orthant/core/config/fields.hpp"

namespace orthant {

/// Positions, or velocities, at the end of a step.
enum class Level { position, velocity };
inline constexpr Named<Level> levels[] = {{Level::position, "position"},
                                          {Level::velocity, "velocity"}};

}  // namespace orthant
