// Compiles the joints for every space of Kokkos.
#include "constraints/register_joints.hpp"
#include "core/execution/spaces.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) template void register_joints(Plugins<Space>&);
ORTHANT_SPACES(ORTHANT_INSTANCES)

}  // namespace orthant
