// Ticks of an axis, chosen here where gnuplot would give a short logarithmic axis none.
#pragma once
#include "experiments/app/drawing/drawing.hpp"

namespace orthant::figures {

struct Tick {
  double at = 0;
  std::string drawn, read;  // "10^{−3}" and "10−3"; both empty: a small tick between others
};

struct Ticks {
  double low = 0, high = 1;  // the range
  std::vector<Tick> ticks;
  double zero = std::nan("");  // logarithmic: where 0 stands; NaN: nowhere
  double factor = 1;           // linear: values are divided by it
  std::string power;           // and the label has it: "10^{-3}"; "": none
};

/// Of the values on an axis of this length [mm]; 0: not known, without ticks at swept values.
Ticks ticks_of(Axis const& axis, std::vector<double> const& values, double length = 0);

/// Of the scale of a map.
Ticks ticks_of(HeatMap const& map);

/// The values of the panel on x, or on y.
std::vector<double> values_of(Panel const& panel, bool x);

/// The length of the longest label.
std::size_t tick_letters(Ticks const& ticks);

}  // namespace orthant::figures
