// First-order methods and splittings of the literature.
#pragma once
#include "orthant/solvers/cone/first_order/detail/iteration_monitor.hpp"

namespace orthant {

void register_nsgs(ConeSolvers& solvers);
void register_admm(ConeSolvers& solvers);

inline void register_first_order(ConeSolvers& solvers) {
  register_nsgs(solvers);
  register_admm(solvers);
}

}  // namespace orthant
