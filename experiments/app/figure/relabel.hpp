// Names of a reader's own in place of those of files.
#pragma once
#include <string>
#include <vector>

#include "experiments/app/drawing/drawing.hpp"

namespace orthant::figures {

/// "OLD=NEW": changes legends, names of panels and axes that are OLD, or a part of which is:
/// between commas, before " = ", or before a unit in brackets. Throws Error for an OLD that stands
/// nowhere.
void relabel(Figure& figure, std::vector<std::string> const& labels);

}  // namespace orthant::figures
