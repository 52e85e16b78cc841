// Compiles the nonlinear solvers for every space of Kokkos.
#include "orthant/backends/instances/spaces.hpp"
#include "orthant/solvers/in_turn.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about)                                     \
  template void register_nonlinear_solvers(Plugins<Space>&);                      \
  template void register_relinearised_cones(Plugins<Space>&, ConeSolvers const&); \
  template void register_in_turn(Plugins<Space>&);
ORTHANT_SPACES_COMPILED(ORTHANT_INSTANCES)

}  // namespace orthant
