// Declares the plug-ins that the library has compiled, one file for each part, so that users of
// this header need not compile them again.
#pragma once
#include "constraints/register.hpp"
#include "core/execution/spaces.hpp"
#include "integrators/register.hpp"
#include "solvers/register.hpp"

namespace orthant {

#define ORTHANT_INSTANCES(Space, name, about)                                            \
  extern template void register_constraints(Plugins<Space>&);                            \
  extern template void register_formulations(Plugins<Space>&);                           \
  extern template void register_linear_solvers(Plugins<Space>&);                         \
  extern template void register_nonlinear_solvers(Plugins<Space>&);                      \
  extern template void register_relinearised_cones(Plugins<Space>&, ConeSolvers const&); \
  extern template void register_integrators(Plugins<Space>&);
ORTHANT_SPACES(ORTHANT_INSTANCES)
#undef ORTHANT_INSTANCES

}  // namespace orthant
