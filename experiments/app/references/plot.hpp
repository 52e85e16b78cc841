// Draws a measured motion together with the simulated one.
#pragma once
#include <filesystem>
#include <string>

namespace orthant {

/// Draws NAME.svg of NAME.csv if matplotlib is installed.
void plot_motion(std::filesystem::path const& directory, std::string const& name);

}  // namespace orthant
