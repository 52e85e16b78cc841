// The serial space; with the other files like it, the only place where a build asks what Kokkos
// has.
#include "backends/spaces.hpp"

#ifdef KOKKOS_ENABLE_SERIAL
#include "backends/kokkos_backend.hpp"
#include "solvers/stored/stored_newton.hpp"

namespace orthant {
void add_serial(Backends& backends) {
  backends.add<NoSettings>("serial", "one thread of the host", [](NoSettings const&, Config&) {
    return std::make_unique<KokkosBackend<Kokkos::Serial>>();
  });
}

void add_stored_newton(ConeSolvers& solvers) {
  register_stored_newton(solvers, plugins_without_cones<Kokkos::Serial>());
}
}  // namespace orthant
#else
namespace orthant {
void add_stored_newton(ConeSolvers&) {}
void add_serial(Backends&) {}
}  // namespace orthant
#endif
