// The Cuda space, where the Kokkos of this build has it.
#include "backends/spaces.hpp"

#ifdef KOKKOS_ENABLE_CUDA
#include "backends/kokkos_backend.hpp"

namespace orthant {
void add_cuda(Backends& backends) {
  backends.add<NoSettings>("cuda", "an NVIDIA GPU", [](NoSettings const&, Config&) {
    return std::make_unique<KokkosBackend<Kokkos::Cuda>>();
  });
}
}  // namespace orthant
#else
namespace orthant {
void add_cuda(Backends&) {}
}  // namespace orthant
#endif
