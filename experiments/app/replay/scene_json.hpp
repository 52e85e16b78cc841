// A scene as JSON for a replay page.
#pragma once
#include "orthant/core/scene/read_joint.hpp"

namespace orthant {

/// Bodies with their shapes and initial poses, and joints with their frames. A pose is x, y, z [m]
/// and the quaternion w, x, y, z. A shape for which the page has no mesh has the number of its
/// outline in `outlines`. The inertia is given by its moments about the body's axes. Surfaces of
/// more than `most_triangles` together are drawn with fewer, and `coarse` says so of each.
Json scene_json(Scene const& scene, JointTypes const& types, int most_triangles);

}  // namespace orthant
