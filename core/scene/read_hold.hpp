// Reads the keys of a coordinate that is held at zero, or is compliant.
#pragma once
#include "orthant/core/config/config.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// Names of these keys, and their descriptions.
struct HoldWords {
  char const *owner, *compliance, *damping, *backlash;
};
inline constexpr HoldWords hold_of_teeth{"teeth", "[m/N] of the teeth; 0: rigid",
                                         "[N s/m] beside the compliance",
                                         "[m] along the pitch circle, free in all"};
inline constexpr HoldWords hold_of_coupling{"a coupling", "[m/N or rad/(N m)] 0: rigid",
                                            "[N s/m or N m s/rad] beside the compliance",
                                            "[m or rad] free in all"};

/// The coordinate stays at zero, or within the backlash, or is compliant.
CoordinateSpec read_hold(Config& config, std::string const& coordinate, HoldWords const& words);
void describe_hold(Fields& f, HoldWords const& words);

}  // namespace orthant
