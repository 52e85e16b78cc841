// From the "scene" object of an experiment file to a Scene.
#pragma once
#include <filesystem>

#include "core/scene/read_joint.hpp"

namespace orthant {

/// Throws Error where the description is wrong. Files that it names are looked for in `folder`.
Scene read_scene(Config config, JointTypes const& types, std::filesystem::path const& folder = {});

}  // namespace orthant
