// From an object of "loads" to a LoadSpec.
#pragma once
#include <filesystem>

#include "core/scene/read_joint.hpp"

namespace orthant {

/// A file that it names is looked for in `folder`.
LoadSpec read_load(Config& config, Scene const& scene, BodyNames const& names,
                   std::filesystem::path const& folder);

}  // namespace orthant
