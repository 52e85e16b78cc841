// The standard plug-ins on the tests' space.
#include "tests/solvers/plugins.hpp"

#include "backends/kokkos_backend.hpp"

namespace orthant::test {
namespace {

Plugins<Space> const& plugins() {
  static Plugins<Space> const all = standard_plugins<Space>();
  return all;
}

}  // namespace

std::vector<std::string> names_of_kind(std::string const& kind) {
  std::vector<std::string> out;
  for (auto const& entry : KokkosBackend<Space>().catalog())
    if (entry.kind == kind) out.push_back(entry.name);
  return out;
}

std::unique_ptr<NonlinearSolver<Space>> make_nonlinear(Json const& settings, Sizes const& sizes) {
  Json resolved;
  return plugins().nonlinear_solvers.make(Config(settings, resolved, "solver"), plugins(), sizes);
}

}  // namespace orthant::test
