// The solvers of stored contact problems by name.
#pragma once
#include "orthant/core/cone_problem/cone_solver.hpp"

namespace orthant {

void register_cone_solvers(ConeSolvers& solvers);

}  // namespace orthant
