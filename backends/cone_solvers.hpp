// The solvers of stored contact problems by name.
#pragma once
#include "core/cone_problem/cone_solver.hpp"

namespace orthant {

/// Those that solve the contacts of a step, too.
ConeSolvers const& cone_solvers();

/// These, and those for stored problems alone: whose law is that of a pyramid of facets, and those
/// of other programs.
ConeSolvers const& stored_problem_solvers();

}  // namespace orthant
