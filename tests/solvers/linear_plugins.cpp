// The linear solvers on the tests' space, apart from all else: they are compiled often.
#include "backends/instances.hpp"
#include "tests/solvers/plugins.hpp"

namespace orthant::test {
namespace {

Plugins<Space> const& linear_plugins() {
  static Plugins<Space> const all = [] {
    Plugins<Space> made;
    register_linear_solvers(made);
    return made;
  }();
  return all;
}

}  // namespace

std::vector<std::string> linear_solver_names() { return linear_plugins().linear_solvers.names(); }

std::vector<std::string> preconditioner_names() { return names_of<PreconditionersOn<Space>>(); }

std::unique_ptr<LinearSolver<Space>> make_linear(Json const& settings, Sizes const& sizes) {
  Json resolved;
  return linear_plugins().linear_solvers.make(Config(settings, resolved, "linear"), sizes);
}

}  // namespace orthant::test
