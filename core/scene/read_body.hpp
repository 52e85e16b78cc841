// Reads one object of "bodies" into a BodySpec.
#pragma once
#include "core/config/config.hpp"
#include "core/scene/read_groups.hpp"
#include "core/scene/scene.hpp"

namespace orthant {

/// Throws Error if the description is wrong. `name` is used if the body has none. `groups` are
/// those of the scene.
BodySpec read_body(Config& config, std::string const& name, GroupNames const& groups);

/// Computes mass and inertia of a body from its shapes as a solid of uniform density. `mass` [kg]
/// must be positive, and the centre of the solid must be the origin of the body.
void make_solid(BodySpec& body, Real mass);

}  // namespace orthant
