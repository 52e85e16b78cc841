// Compiles the formulations for every space of Kokkos.
#include "constraints/register_formulations.hpp"
#include "core/execution/spaces.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) template void register_formulations(Plugins<Space>&);
ORTHANT_SPACES(ORTHANT_INSTANCES)

}  // namespace orthant
