// One function per execution space: adds its backend, or nothing where Kokkos lacks the space.
#pragma once
#include "backends/backend.hpp"

namespace orthant {

void add_serial(Backends& backends);
void add_openmp(Backends& backends);
void add_cuda(Backends& backends);

}  // namespace orthant
