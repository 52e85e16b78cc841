// Stores a contact problem as the public collection does.
#pragma once
#include "core/cone_problem/cone_problem.hpp"

namespace orthant {

/// As text, its matrices sparse by blocks: global where the problem has its velocities, which give
/// W and q, else local. Numbers have the digits that read back as the same numbers. Throws Error.
void write_cone_problem(ConeProblem const& problem, std::string const& path);

}  // namespace orthant
