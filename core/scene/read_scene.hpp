// Reads the "scene" object of an experiment file into a Scene.
#pragma once
#include <filesystem>

#include "core/scene/model_notes.hpp"
#include "core/scene/read_joint.hpp"

namespace orthant {

/// Throws Error if the description is wrong. Files are looked up in `folder`. `notes`: gets those
/// of models, unless it is null.
Scene read_scene(Config config, JointTypes const& types, std::filesystem::path const& folder = {},
                 std::vector<ModelNotes>* notes = nullptr);

}  // namespace orthant
