// Collects the cone solvers that this build has.
#include "backends/cone_solvers.hpp"

#if __has_include("solvers/cone/register.hpp")
#include "solvers/cone/register.hpp"
#endif

namespace orthant {

ConeSolvers const& cone_solvers() {
  static ConeSolvers const all = [] {
    ConeSolvers solvers;
#if __has_include("solvers/cone/register.hpp")
    register_cone_solvers(solvers);
#endif
    return solvers;
  }();
  return all;
}

}  // namespace orthant
