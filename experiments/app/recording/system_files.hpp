// Writes the files of one iterate: matrices, vectors, and the sources of their rows.
#pragma once
#include <filesystem>

#include "orthant/core/scene/scene.hpp"

namespace orthant {

struct WorldIterate;

/// Writes the files to an existing folder. Throws Error if that fails.
void write_system(WorldIterate const& iterate, Scene const& scene,
                  std::filesystem::path const& folder);

}  // namespace orthant
