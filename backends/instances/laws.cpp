// Compiles the laws along coordinates, and given forces, for every space of Kokkos.
#include "constraints/register_laws.hpp"
#include "core/execution/spaces.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) template void register_laws(Plugins<Space>&);
ORTHANT_SPACES(ORTHANT_INSTANCES)

}  // namespace orthant
