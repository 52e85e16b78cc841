// What a page shows of a run, read from the run's directory.
#pragma once
#include <cstddef>
#include <filesystem>

#include "core/config/config.hpp"

namespace orthant {

/// How many numbers of each table a page holds at most, 4 bytes each: beyond that it holds fewer
/// moments of the run.
struct PageLimits {
  std::size_t poses = 6'000'000, contacts = 6'000'000, steps = 2'000'000, iterations = 2'000'000;
};

/// Everything that the page of a replay needs, as its script decodes it (pages/replay/data.js).
/// Throws Error where `directory` is not that of a run with a trajectory.
Json read_recording(std::filesystem::path const& directory, PageLimits const& limits = {});

}  // namespace orthant
