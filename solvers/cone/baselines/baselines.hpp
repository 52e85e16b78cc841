// First-order methods and splittings of the literature, as baselines for the other solvers.
#pragma once
#include "solvers/cone/baselines/iteration_monitor.hpp"

namespace orthant {

void register_nsgs(ConeSolvers& solvers);
void register_nncg(ConeSolvers& solvers);
void register_apgd(ConeSolvers& solvers);
void register_admm(ConeSolvers& solvers);

inline void register_baselines(ConeSolvers& solvers) {
  register_nsgs(solvers);
  register_nncg(solvers);
  register_apgd(solvers);
  register_admm(solvers);
}

}  // namespace orthant
