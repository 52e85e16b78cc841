// One function per execution space: adds its backend, or nothing where Kokkos lacks the space.
#pragma once
#include "backends/backend.hpp"
#include "core/cone_problem/cone_solver.hpp"

namespace orthant {

void add_serial(Backends& backends);
void add_openmp(Backends& backends);
void add_cuda(Backends& backends);

/// The nonlinear solver of scenes for stored problems, where Kokkos has a serial space.
void add_stored_newton(ConeSolvers& solvers);

}  // namespace orthant
