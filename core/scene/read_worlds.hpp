// The scenes of a batch whose worlds differ in numbers.
#pragma once
#include <filesystem>

#include "core/config/over_worlds.hpp"
#include "core/scene/read_joint.hpp"

namespace orthant {

/// The scene of the first world, with those of all in it where any number differs. `config` is the
/// "scene" of a document. Throws Error, also where worlds would differ in what is counted or named.
/// Files that it names are looked for in `folder`.
Scene read_worlds(Config config, JointTypes const& types, OverWorlds& over,
                  std::filesystem::path const& folder = {});

}  // namespace orthant
