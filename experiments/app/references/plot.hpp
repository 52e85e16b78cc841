// Draws a measured motion together with the simulated one.
#pragma once
#include <filesystem>
#include <string>

namespace orthant {

/// Writes NAME.gp for NAME.csv and, if gnuplot is installed, draws NAME.svg.
void plot_motion(std::filesystem::path const& directory, std::string const& name,
                 std::string const& title);

}  // namespace orthant
