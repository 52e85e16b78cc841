// Figures by gnuplot: PDF with its fonts, SVG, PNG, or the script itself.
#pragma once
#include <filesystem>

#include "experiments/app/drawing/drawing.hpp"

namespace orthant::figures {

/// ".pdf", ".svg", ".png" (600 dots an inch) and ".gp", the script with all data.
std::vector<std::string> const& figure_formats();

/// Whether `gnuplot` is found.
bool have_gnuplot();

/// Draws into the file, whose ending gives the format. Throws Error if gnuplot is missing or fails.
void draw_figure(Figure const& figure, std::filesystem::path const& file);

}  // namespace orthant::figures
