// Collects the cone solvers.
#include "backends/cone_solvers.hpp"

#include "backends/kokkos_backend.hpp"
#include "solvers/cone/baselines/baselines.hpp"
#include "solvers/cone/register.hpp"
#include "solvers/stored/stored_newton.hpp"

namespace orthant {

ConeSolvers const& cone_solvers() {
  static ConeSolvers const all = [] {
    ConeSolvers solvers;
    register_cone_solvers(solvers);
    register_baselines(solvers);
    register_stored_newton(solvers, plugins_without_cones<SpaceOnHost>());
    return solvers;
  }();
  return all;
}

}  // namespace orthant
