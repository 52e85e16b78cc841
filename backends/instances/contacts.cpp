// Compiles the contacts for every space of Kokkos.
#include "orthant/constraints/detail/register_contacts.hpp"
#include "orthant/core/execution/detail/spaces.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) template void register_contacts(Plugins<Space>&);
ORTHANT_SPACES(ORTHANT_INSTANCES)

}  // namespace orthant
