// Compiles the integrators for every space of Kokkos.
#include "orthant/backends/instances/spaces.hpp"
#include "orthant/integrators/register.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) template void register_integrators(Plugins<Space>&);
ORTHANT_SPACES_COMPILED(ORTHANT_INSTANCES)

}  // namespace orthant
