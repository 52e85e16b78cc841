// Collects the cone solvers.
#include "backends/cone_solvers.hpp"

#include "backends/spaces.hpp"
#include "solvers/cone/baselines/baselines.hpp"
#include "solvers/cone/register.hpp"

namespace orthant {

ConeSolvers const& cone_solvers() {
  static ConeSolvers const all = [] {
    ConeSolvers solvers;
    register_cone_solvers(solvers);
    register_baselines(solvers);
    add_stored_newton(solvers);
    return solvers;
  }();
  return all;
}

}  // namespace orthant
