// The formulations, for every space that Kokkos has.
#include "constraints/register.hpp"

namespace orthant {

#ifdef KOKKOS_ENABLE_SERIAL
template void register_formulations(Plugins<Kokkos::Serial>&);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
template void register_formulations(Plugins<Kokkos::OpenMP>&);
#endif
#ifdef KOKKOS_ENABLE_CUDA
template void register_formulations(Plugins<Kokkos::Cuda>&);
#endif

}  // namespace orthant
