// Drawing a measured motion beside the simulated one.
#pragma once
#include <filesystem>
#include <string>

namespace orthant {

/// Writes NAME.gp for NAME.csv and, where gnuplot is installed, lets it draw NAME.svg.
void plot_motion(std::filesystem::path const& directory, std::string const& name,
                 std::string const& title);

}  // namespace orthant
