// Panels that show the same quantity have the same range.
#pragma once
#include "experiments/app/drawing/drawing.hpp"

namespace orthant::figures {

/// Gives axes of numbers with the same label one range and one scale, and so the scales of maps.
Figure with_shared_axes(Figure figure);

/// Whether two panels have the same axis upwards, or across: its numbers or names stand once.
bool same_axis(Axis const& a, Axis const& b);

}  // namespace orthant::figures
