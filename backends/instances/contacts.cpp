// Compiles the contacts for every space of Kokkos.
#include "orthant/backends/instances/spaces.hpp"
#include "orthant/constraints/detail/register_contacts.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) template void register_contacts(Plugins<Space>&);
ORTHANT_SPACES_COMPILED(ORTHANT_INSTANCES)

}  // namespace orthant
