// Compiles the formulations for every space of Kokkos.
#include "orthant/backends/instances/spaces.hpp"
#include "orthant/constraints/register_formulations.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) template void register_formulations(Plugins<Space>&);
ORTHANT_SPACES_COMPILED(ORTHANT_INSTANCES)

}  // namespace orthant
