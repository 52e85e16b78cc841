// Compiles the linear solvers for every space of Kokkos.
#include "orthant/backends/instances/spaces.hpp"
#include "orthant/solvers/linear/register.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) \
  template void register_linear_solvers(Plugins<Space>&);
ORTHANT_SPACES_COMPILED(ORTHANT_INSTANCES)

}  // namespace orthant
