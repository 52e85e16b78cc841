// Declares what the library has compiled for every space of Kokkos, one file for each part, so that
// users of this header compile none of it again.
#pragma once
#include "orthant/constraints/detail/register_constraints.hpp"
#include "orthant/core/cone_problem/cone_solver.hpp"
#include "orthant/core/execution/detail/spaces.hpp"
#include "orthant/core/method/plugins.hpp"

namespace orthant {

template <class Space>
void register_formulations(Plugins<Space>&);
template <class Space>
void register_linear_solvers(Plugins<Space>&);
template <class Space>
void register_nonlinear_solvers(Plugins<Space>&);
template <class Space>
void register_relinearised_cones(Plugins<Space>&, ConeSolvers const&);
template <class Space>
void register_in_turn(Plugins<Space>&);
template <class Space>
void register_integrators(Plugins<Space>&);

#define ORTHANT_INSTANCES(Space, name, about)                                            \
  extern template void register_joints(Plugins<Space>&);                                 \
  extern template void register_laws(Plugins<Space>&);                                   \
  extern template void register_contacts(Plugins<Space>&);                               \
  extern template void register_formulations(Plugins<Space>&);                           \
  extern template void register_linear_solvers(Plugins<Space>&);                         \
  extern template void register_nonlinear_solvers(Plugins<Space>&);                      \
  extern template void register_relinearised_cones(Plugins<Space>&, ConeSolvers const&); \
  extern template void register_in_turn(Plugins<Space>&);                                \
  extern template void register_integrators(Plugins<Space>&);
ORTHANT_SPACES(ORTHANT_INSTANCES)
#undef ORTHANT_INSTANCES

/// All plug-ins without the cone solvers; one cone solver uses these plug-ins.
template <class Space>
Plugins<Space> plugins_without_cones() {
  Plugins<Space> plugins;
  register_constraints(plugins);
  register_formulations(plugins);
  register_linear_solvers(plugins);
  register_nonlinear_solvers(plugins);
  register_integrators(plugins);
  return plugins;
}

}  // namespace orthant
