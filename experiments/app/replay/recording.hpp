// The data of a replay page, read from the directory of a run.
#pragma once
#include <cstddef>
#include <filesystem>

#include "orthant/core/config/config.hpp"

namespace orthant {

/// The largest number of values of each table in a page, 4 bytes each; beyond that the page has
/// fewer moments of the run.
struct PageLimits {
  std::size_t poses = 6'000'000, contacts = 6'000'000, steps = 2'000'000, iterations = 2'000'000,
              joints = 2'000'000;
  int triangles = 100'000;  // of all surfaces of a scene together
};

/// All data of a replay page, in the form that its script decodes (pages/replay/data.js). Throws
/// Error if `directory` is not that of a run with a trajectory.
Json read_recording(std::filesystem::path const& directory, PageLimits const& limits = {});

/// The scene of a run at its start, in the same form, with about so many triangles of surfaces at
/// most. Throws Error.
Json read_start(std::filesystem::path const& directory, int most_triangles);

}  // namespace orthant
