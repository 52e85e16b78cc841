// Reads one object of "bodies" into a BodySpec.
#pragma once
#include "core/config/config.hpp"
#include "core/scene/read_geometry.hpp"
#include "core/scene/scene.hpp"

namespace orthant {

/// Throws Error if the description is wrong. `name` is used if the body has none.
BodySpec read_body(Config& config, std::string const& name, GeometryFiles& files);

/// Reads "orientation": a unit quaternion (w, x, y, z), or an axis and an angle.
Quat<> read_orientation(Config& config);
extern char const* const orientation_schema;

/// Computes mass and inertia of a body from its shapes as a solid of uniform density. `mass` [kg]
/// must be positive. The inertia is about the centre of the solid.
void make_solid(BodySpec& body, Real mass);

}  // namespace orthant
