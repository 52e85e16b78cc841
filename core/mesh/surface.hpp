// A surface of triangles for collision: its neighbours, bends and bounding boxes.
#pragma once
#include <array>
#include <string>

#include "orthant/core/mesh/geometry_data.hpp"

namespace orthant {

/// Sine of the angle between two triangles below which they are coplanar. Points at 100 m with
/// edges of 1 cm define normals to 1e-12. A bend of 1e-9 that counts as flat lets a face sink by at
/// most 1e-9 of the length of a triangle.
inline constexpr Real flat_bend = 1e-9;

/// The surface of these triangles, counterclockwise as seen from outside. Points and triangles
/// stay in their order. Throws Error, whose message begins with `where`, if a number is not finite,
/// an index is not one of a point, a triangle has no area, or the surface is not a manifold: an
/// edge of more than two triangles, or two triangles that run along their edge in one direction.
std::shared_ptr<Geometry const> surface_of(std::vector<Vec3> points,
                                           std::vector<std::array<int, 3>> const& triangles,
                                           std::string const& where);

/// Whether no edge is a border.
bool is_closed(Geometry const& surface);

}  // namespace orthant
