// Robots as assemblies: "urdf", "mjcf" and "sdf".
#pragma once
#include "orthant/core/scene/assembly.hpp"

namespace orthant {

void register_robots(Assemblies& registry);

}  // namespace orthant
