// Reads the properties of a surface.
#pragma once
#include "core/config/config.hpp"
#include "core/model/shapes/surface.hpp"

namespace orthant {

/// Reads the surface in `config` of a body or a shape; absent keys take the values of `other`.
Surface read_surface(Config& config, Surface other);

}  // namespace orthant
