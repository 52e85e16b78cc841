// The files of one iterate: matrices, vectors, and what their rows are of.
#pragma once
#include <filesystem>

#include "core/scene/scene.hpp"

namespace orthant {

struct WorldIterate;

/// Writes them into a folder that is there. Throws Error where it cannot.
void write_system(WorldIterate const& iterate, Scene const& scene,
                  std::filesystem::path const& folder);

}  // namespace orthant
