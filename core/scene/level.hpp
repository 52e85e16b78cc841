// The level at which rows are held.
#pragma once
#include "core/config/fields.hpp"

namespace orthant {

/// Positions at the end of a step, or its velocities.
enum class Level { position, velocity };
inline constexpr Named<Level> levels[] = {{Level::position, "position"},
                                          {Level::velocity, "velocity"}};

}  // namespace orthant
