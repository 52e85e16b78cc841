// Reads the properties of a surface.
#pragma once
#include "orthant/core/config/config.hpp"
#include "orthant/core/model/shapes/surface.hpp"

namespace orthant {

/// Reads the surface in `config` of a body or a shape; absent keys take the values of `other`.
Surface read_surface(Config& config, Surface other);

}  // namespace orthant
