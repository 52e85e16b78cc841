// Reads the "scene" object of an experiment file into a Scene.
#pragma once
#include <filesystem>

#include "orthant/core/config/over_worlds.hpp"
#include "orthant/core/scene/model_notes.hpp"
#include "orthant/core/scene/read_joint.hpp"

namespace orthant {

/// Throws Error if the description is wrong. Files are looked up in `folder`. `notes`: gets those
/// of models, unless it is null.
Scene read_scene(Config config, JointTypes const& types, std::filesystem::path const& folder = {},
                 std::vector<ModelNotes>* notes = nullptr);

/// The scene of the first world; if any number differs, it contains the scenes of all worlds.
/// `config` is the "scene" of a document. Throws Error, also if worlds differ in numbers of items
/// or in names. Files are looked up in `folder`. `notes`: gets those of models, unless it is null.
Scene read_worlds(Config config, JointTypes const& types, OverWorlds& over,
                  std::filesystem::path const& folder = {},
                  std::vector<ModelNotes>* notes = nullptr);

}  // namespace orthant
