// Reads one object of "bodies" into a BodySpec.
#pragma once
#include "orthant/core/config/config.hpp"
#include "orthant/core/scene/read_geometry.hpp"
#include "orthant/core/scene/read_groups.hpp"
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// Throws Error if the description is wrong. `name` is used if the body has none. `groups` are
/// those of the scene.
BodySpec read_body(Config& config, std::string const& name, GroupNames const& groups,
                   GeometryFiles& files);

/// Reads "orientation": a unit quaternion (w, x, y, z), or an axis and an angle.
Quat<> read_orientation(Config& config);
extern char const* const orientation_schema;

/// Computes mass and inertia of a body from its shapes as a solid of uniform density. `mass` [kg]
/// must be positive. The inertia is about the centre of the solid.
void make_solid(BodySpec& body, Real mass);

}  // namespace orthant
