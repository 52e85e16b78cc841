// Planar scenes: what they may contain, and how their shapes appear to contacts.
#pragma once
#include "orthant/core/scene/scene.hpp"

namespace orthant {

/// Refuses anything that lies, turns or is driven out of the plane of the scene through the world's
/// origin. Removes round-off across the plane, so that bodies stay in it to the bit. Does nothing
/// for a scene in space. `path` is that of the scene in its file.
void keep_in_plane(Scene& scene, std::string const& path);

/// A shape of a planar scene for contacts; `normal` is the world axis across the plane. A capsule
/// or cylinder perpendicular to the plane is a disc and touches like a sphere. A box reaches
/// through the plane so far that it never separates from another shape along the normal.
Shape seen_in_plane(Shape const& shape, Pose<> const& body, int normal);

}  // namespace orthant
