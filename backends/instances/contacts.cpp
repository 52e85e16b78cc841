// Compiles the contacts for every space of Kokkos.
#include "constraints/register_contacts.hpp"
#include "core/execution/spaces.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about) template void register_contacts(Plugins<Space>&);
ORTHANT_SPACES(ORTHANT_INSTANCES)

}  // namespace orthant
