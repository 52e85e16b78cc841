// Ticks of an axis, chosen here where gnuplot would give a short logarithmic axis none.
#pragma once
#include "experiments/app/drawing/drawing.hpp"

namespace orthant::figures {

struct Ticks {
  double low = 0, high = 1;         // the range
  std::string text;                 // for `set xtics`
  std::vector<std::string> labels;  // as they are read
  double factor = 1;                // linear: values are divided by it
  std::string power;                // and the label has it: "10^{-3}"; "": none
};

/// Of the values on an axis.
Ticks ticks_of(Axis const& axis, std::vector<double> const& values);

/// Of the scale of a map.
Ticks ticks_of(HeatMap const& map);

/// The values of the panel on x, or on y.
std::vector<double> values_of(Panel const& panel, bool x);

/// The length of the longest label.
std::size_t tick_letters(Panel const& panel, bool x);

}  // namespace orthant::figures
