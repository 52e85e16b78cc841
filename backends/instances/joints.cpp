// Compiles the joints for every space of Kokkos.
#include "orthant/constraints/detail/register_joints.hpp"
#include "orthant/core/execution/detail/spaces.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) template void register_joints(Plugins<Space>&);
ORTHANT_SPACES(ORTHANT_INSTANCES)

}  // namespace orthant
