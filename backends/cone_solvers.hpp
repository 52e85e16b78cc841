// The solvers of stored contact problems by name.
#pragma once
#include "core/cone_problem/cone_solver.hpp"

namespace orthant {

ConeSolvers const& cone_solvers();

}  // namespace orthant
