// The integrators, for every space that Kokkos has.
#include "integrators/register.hpp"

namespace orthant {

#ifdef KOKKOS_ENABLE_SERIAL
template void register_integrators(Plugins<Kokkos::Serial>&);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
template void register_integrators(Plugins<Kokkos::OpenMP>&);
#endif
#ifdef KOKKOS_ENABLE_CUDA
template void register_integrators(Plugins<Kokkos::Cuda>&);
#endif

}  // namespace orthant
