// Reads the triangles of a mesh, and the heights of a grid.
#pragma once
#include "orthant/core/scene/read_geometry.hpp"
#include "orthant/core/scene/read_joint.hpp"

namespace orthant {

/// Reads the geometry of a mesh or a heightfield. Throws Error for wrong numbers, with their path
/// or with file and line.
void read_surface_shape(Config& config, Shape& shape, GeometryFiles& files);

/// Refuses scenes in which two surfaces of triangles may touch and one of them reacts. Groups,
/// "apart" and joints, whose bodies do not touch, keep surfaces from each other.
void require_one_surface(Scene const& scene);

}  // namespace orthant
