// Scenes in a plane: what they may hold, and how their shapes look in it.
#pragma once
#include "core/scene/scene.hpp"

namespace orthant {

/// Refuses what lies, turns or is driven out of the plane of the scene through the world's origin.
/// What round-off leaves beside it is taken away, so that bodies stay in the plane to the bit. Does
/// nothing to a scene in space. `path`: of the scene in its file.
void keep_in_plane(Scene& scene, std::string const& path);

/// A shape of such a scene, whose normal is that axis of the world, for contacts: a capsule or a
/// cylinder that stands on the plane is a disc, which touches as a sphere does, and a box reaches
/// so far through the plane that it never parts from another along the normal.
Shape seen_in_plane(Shape const& shape, Pose<> const& body, int normal);

}  // namespace orthant
