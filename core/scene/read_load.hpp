// Reads one object of "loads" into a LoadSpec.
#pragma once
#include <filesystem>

#include "orthant/core/scene/read_joint.hpp"

namespace orthant {

/// Files are looked up in `folder`.
LoadSpec read_load(Config& config, Scene const& scene, BodyNames const& names,
                   std::filesystem::path const& folder);

}  // namespace orthant
