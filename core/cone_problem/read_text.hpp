// Contact problems in the text format of the public collection.
#pragma once
#include "core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Local, `3 n W q mu`, or global, `3 n M H f w mu` with M v = f + H r and u = H^T v + w; with 2 in
/// place of 3 of a plane. There may be no contacts. What stands behind is ignored. Throws Error.
ConeProblem read_text(std::string const& path);

}  // namespace orthant
