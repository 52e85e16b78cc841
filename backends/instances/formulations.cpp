// Compiles the formulations for every space of Kokkos.
#include "orthant/constraints/register_formulations.hpp"
#include "orthant/core/execution/detail/spaces.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) template void register_formulations(Plugins<Space>&);
ORTHANT_SPACES(ORTHANT_INSTANCES)

}  // namespace orthant
