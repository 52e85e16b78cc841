// Compiles the joints for every space of Kokkos.
#include "orthant/backends/instances/spaces.hpp"
#include "orthant/constraints/detail/register_joints.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) template void register_joints(Plugins<Space>&);
ORTHANT_SPACES_COMPILED(ORTHANT_INSTANCES)

}  // namespace orthant
