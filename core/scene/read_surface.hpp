// Reads what a surface is made of.
#pragma once
#include "core/config/config.hpp"
#include "core/model/surface.hpp"

namespace orthant {

/// The surface that `config`, of a body or a shape, describes; what it does not say is as in
/// `other`.
Surface read_surface(Config& config, Surface other);

}  // namespace orthant
