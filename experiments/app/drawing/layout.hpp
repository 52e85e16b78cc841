// Where panels and legends stand on the paper; all in millimetres from the lower left corner.
#pragma once
#include "experiments/app/drawing/drawing.hpp"

namespace orthant::figures {

inline constexpr double text_size = 7,
                        letter_size = 8;  // [pt] of all text; of the letters of panels

struct Box {
  double left = 0, right = 0, bottom = 0, top = 0;
};

struct LegendEntry {
  std::size_t style = 0;
  Curve const* curve = nullptr;
  double x = 0, y = 0;  // where its sample begins
};

struct PlacedPanel {
  Box axes;  // of the axes alone
  double letter_x = 0, letter_y = 0;
  double label_below = 7.2;              // of the axes
  bool upright = false;                  // names below the axes stand upright
  bool x_told = true, y_told = true;     // false: the neighbour has the numbers and the label
  std::vector<std::size_t> styles = {};  // of its curves
};

struct Layout {
  double width = 0, height = 0;
  std::size_t styles = 0;  // how many there are
  std::vector<PlacedPanel> panels;
  std::vector<LegendEntry> legend;
  std::optional<Box> crosses;  // where the sample of a cross stands that tells what it means
};

inline constexpr char const* crosses_mean = "some steps or problems not solved";

inline constexpr double sample_length = 6.5;  // [mm] of a line in the legend

/// The width of a text of so many characters, roughly [mm].
double text_width(std::size_t characters);
std::size_t letters(std::string const& text);

/// Room for the scale of a map, right of it [mm].
double scale_width(HeatMap const& map);

/// Panels with the same curves share one legend. Throws Error if there is no room.
Layout lay_out(Figure const& figure);

}  // namespace orthant::figures
