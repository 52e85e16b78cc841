// First-order methods, to hold others against.
#pragma once
#include "solvers/cone/baselines/watch.hpp"

namespace orthant {

void register_nsgs(ConeSolvers& solvers);
void register_apgd(ConeSolvers& solvers);

inline void register_baselines(ConeSolvers& solvers) {
  register_nsgs(solvers);
  register_apgd(solvers);
}

}  // namespace orthant
