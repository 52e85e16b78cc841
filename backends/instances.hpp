// What the library has compiled already of the plug-ins, a file a part: those who include this need
// not compile it again.
#pragma once
#include "constraints/register.hpp"
#include "integrators/register.hpp"
#include "solvers/register.hpp"

namespace orthant {

#ifdef KOKKOS_ENABLE_SERIAL
extern template void register_constraints(Plugins<Kokkos::Serial>&);
extern template void register_formulations(Plugins<Kokkos::Serial>&);
extern template void register_linear_solvers(Plugins<Kokkos::Serial>&);
extern template void register_nonlinear_solvers(Plugins<Kokkos::Serial>&);
extern template void register_relinearised_cones(Plugins<Kokkos::Serial>&, ConeSolvers const&);
extern template void register_integrators(Plugins<Kokkos::Serial>&);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
extern template void register_constraints(Plugins<Kokkos::OpenMP>&);
extern template void register_formulations(Plugins<Kokkos::OpenMP>&);
extern template void register_linear_solvers(Plugins<Kokkos::OpenMP>&);
extern template void register_nonlinear_solvers(Plugins<Kokkos::OpenMP>&);
extern template void register_relinearised_cones(Plugins<Kokkos::OpenMP>&, ConeSolvers const&);
extern template void register_integrators(Plugins<Kokkos::OpenMP>&);
#endif
#ifdef KOKKOS_ENABLE_CUDA
extern template void register_constraints(Plugins<Kokkos::Cuda>&);
extern template void register_formulations(Plugins<Kokkos::Cuda>&);
extern template void register_linear_solvers(Plugins<Kokkos::Cuda>&);
extern template void register_nonlinear_solvers(Plugins<Kokkos::Cuda>&);
extern template void register_integrators(Plugins<Kokkos::Cuda>&);
#endif

}  // namespace orthant
