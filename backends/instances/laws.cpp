// Compiles the laws along coordinates, and given forces, for every space of Kokkos.
#include "orthant/backends/instances/spaces.hpp"
#include "orthant/constraints/detail/register_laws.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) template void register_laws(Plugins<Space>&);
ORTHANT_SPACES_COMPILED(ORTHANT_INSTANCES)

}  // namespace orthant
