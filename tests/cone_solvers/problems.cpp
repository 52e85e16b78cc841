// The solvers by name.
#include <nlohmann/json.hpp>

#include "tests/conformance/cone_problems.hpp"

namespace orthant::test {
namespace {

ConeSolvers all() {
  ConeSolvers solvers;
  register_cone_solvers(solvers);
  return solvers;
}

}  // namespace

std::shared_ptr<ConeSolver const> solver(std::string const& name, ConeStop const& stop) {
  Json const input = {{"type", name}, {"tolerance", stop.tolerance}, {"seconds", stop.seconds}};
  Json resolved;
  return all().make(Config(input, resolved, ""));
}

std::vector<std::string> solver_names() { return all().names(); }

}  // namespace orthant::test
