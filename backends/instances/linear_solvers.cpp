// Compiles the linear solvers for every space of Kokkos.
#include "orthant/core/execution/detail/spaces.hpp"
#include "orthant/solvers/linear/register.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) \
  template void register_linear_solvers(Plugins<Space>&);
ORTHANT_SPACES(ORTHANT_INSTANCES)

}  // namespace orthant
