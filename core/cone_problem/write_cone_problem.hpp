// Writes a contact problem in the text format of the public collection.
#pragma once
#include "core/cone_problem/cone_problem.hpp"

namespace orthant {

/// Writes text with matrices sparse by blocks: the global form if the problem has velocities, which
/// give W and q, else the local form. Numbers read back as the same doubles. Throws Error.
void write_cone_problem(ConeProblem const& problem, std::string const& path);

}  // namespace orthant
