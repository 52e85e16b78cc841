// Compiles the constraints for every space of Kokkos.
#include "constraints/register.hpp"
#include "core/execution/spaces.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) template void register_constraints(Plugins<Space>&);
ORTHANT_SPACES(ORTHANT_INSTANCES)

}  // namespace orthant
