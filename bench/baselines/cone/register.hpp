// The cone solvers among the baselines.
#pragma once
#include "orthant/core/cone_problem/cone_solver.hpp"

namespace orthant {

void register_apgd(ConeSolvers& solvers);
void register_nncg(ConeSolvers& solvers);
void register_path_following(ConeSolvers& solvers);

}  // namespace orthant
