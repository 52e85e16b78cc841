// From the "scene" object of an experiment file to a Scene.
#pragma once
#include "core/scene/read_joint.hpp"

namespace orthant {

/// Throws Error where the description is wrong.
Scene read_scene(Config config, JointTypes const& types);

}  // namespace orthant
