// The linear solvers, for every space that Kokkos has.
#include "solvers/linear/register.hpp"

namespace orthant {

#ifdef KOKKOS_ENABLE_SERIAL
template void register_linear_solvers(Plugins<Kokkos::Serial>&);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
template void register_linear_solvers(Plugins<Kokkos::OpenMP>&);
#endif
#ifdef KOKKOS_ENABLE_CUDA
template void register_linear_solvers(Plugins<Kokkos::Cuda>&);
#endif

}  // namespace orthant
