// The nonlinear solvers, for every space that Kokkos has.
#include "solvers/register.hpp"

namespace orthant {

#ifdef KOKKOS_ENABLE_SERIAL
template void register_nonlinear_solvers(Plugins<Kokkos::Serial>&);
template void register_relinearised_cones(Plugins<Kokkos::Serial>&, ConeSolvers const&);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
template void register_nonlinear_solvers(Plugins<Kokkos::OpenMP>&);
template void register_relinearised_cones(Plugins<Kokkos::OpenMP>&, ConeSolvers const&);
#endif
#ifdef KOKKOS_ENABLE_CUDA
template void register_nonlinear_solvers(Plugins<Kokkos::Cuda>&);
#endif

}  // namespace orthant
