// Compiles the laws along coordinates, and given forces, for every space of Kokkos.
#include "orthant/constraints/detail/register_laws.hpp"
#include "orthant/core/execution/detail/spaces.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) template void register_laws(Plugins<Space>&);
ORTHANT_SPACES(ORTHANT_INSTANCES)

}  // namespace orthant
