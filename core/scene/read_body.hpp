// From one object of "bodies" to a BodySpec.
#pragma once
#include "core/config/config.hpp"
#include "core/scene/scene.hpp"

namespace orthant {

/// Throws Error where the description is wrong. `name` is used where the body has none.
BodySpec read_body(Config& config, std::string const& name);

/// Sets mass and inertia of a body from its shapes as a solid of uniform density.
/// `mass` [kg] must be positive, and the solid's centre the body's origin.
void make_solid(BodySpec& body, Real mass);

}  // namespace orthant
