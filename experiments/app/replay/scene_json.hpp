// A scene as the page of a replay sees it.
#pragma once
#include "core/scene/read_joint.hpp"

namespace orthant {

/// Bodies with their shapes and starting poses, and joints with their frames. A pose is x, y, z [m]
/// and the quaternion w, x, y, z; a shape that the page does not draw by itself has its outline; of
/// the inertia there are the moments about the body's axes.
Json scene_json(Scene const& scene, JointTypes const& types);

}  // namespace orthant
