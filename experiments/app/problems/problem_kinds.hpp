// The kinds of stored problems.
#pragma once
#include <string>
#include <vector>

#include "orthant/core/cone_problem/cone_problem.hpp"

namespace orthant {

/// "contact", "lcp", "mixed_lcp"
std::vector<std::string> problem_kinds();

/// Reads a file of that kind as a cone problem. Throws Error.
ConeProblem read_problem(std::string const& kind, std::string const& path);

}  // namespace orthant
