// Reads contact problems in the text format of the public collection.
#pragma once
#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Local form `3 n W q mu`, or global form `3 n M H f w mu` with M v = f + H r and u = H^T v + w; 2
/// in place of 3 for planar problems. n may be zero. Text after that is ignored. Throws Error.
ConeProblem read_text(std::string const& path);

}  // namespace orthant
