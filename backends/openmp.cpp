// The OpenMP space, where the Kokkos of this build has it.
#include "backends/spaces.hpp"

#ifdef KOKKOS_ENABLE_OPENMP
#include "backends/kokkos_backend.hpp"

namespace orthant {
void add_openmp(Backends& backends) {
  backends.add<NoSettings>("openmp", "threads of the host", [](NoSettings const&, Config&) {
    return std::make_unique<KokkosBackend<Kokkos::OpenMP>>();
  });
}
}  // namespace orthant
#else
namespace orthant {
void add_openmp(Backends&) {}
}  // namespace orthant
#endif
