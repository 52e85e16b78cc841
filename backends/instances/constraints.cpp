// The constraints, for every space that Kokkos has.
#include "constraints/register.hpp"

namespace orthant {

#ifdef KOKKOS_ENABLE_SERIAL
template void register_constraints(Plugins<Kokkos::Serial>&);
#endif
#ifdef KOKKOS_ENABLE_OPENMP
template void register_constraints(Plugins<Kokkos::OpenMP>&);
#endif
#ifdef KOKKOS_ENABLE_CUDA
template void register_constraints(Plugins<Kokkos::Cuda>&);
#endif

}  // namespace orthant
