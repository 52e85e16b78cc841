// Compiles the nonlinear solvers for every space of Kokkos.
#include "core/execution/spaces.hpp"
#include "solvers/register.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about)                \
  template void register_nonlinear_solvers(Plugins<Space>&); \
  template void register_relinearised_cones(Plugins<Space>&, ConeSolvers const&);
ORTHANT_SPACES(ORTHANT_INSTANCES)

}  // namespace orthant
