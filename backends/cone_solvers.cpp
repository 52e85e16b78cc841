// Collects the cone solvers.
#include "orthant/backends/cone_solvers.hpp"

#include "orthant/backends/instances/detail/instances.hpp"
#include "orthant/backends/own_plugins.hpp"
#include "orthant/solvers/cone/detail/register.hpp"
#include "orthant/solvers/cone/first_order/detail/register.hpp"
#include "orthant/solvers/lcp/detail/pivoting.hpp"
#include "orthant/solvers/siconos/register.hpp"
#include "orthant/solvers/stored/stored_newton.hpp"

namespace orthant {

namespace {

ConeSolvers solvers_of_steps() {
  ConeSolvers out;
  register_cone_solvers(out);
  register_first_order(out);
  register_pivoting(out);
  auto plugins = plugins_without_cones<SpaceOnHost>();
  for (auto const& add : own_plugins()) add(plugins);
  register_stored_newton(out, plugins);
  for (auto const& add : own_cone_solvers()) add(out);
  return out;
}

}  // namespace

std::vector<std::function<void(ConeSolvers&)>>& own_cone_solvers() {
  static std::vector<std::function<void(ConeSolvers&)>> all;
  return all;
}

ConeSolvers const& cone_solvers() {
  static ConeSolvers const all = solvers_of_steps();
  return all;
}

ConeSolvers const& stored_problem_solvers() {
  static ConeSolvers const all = [] {
    ConeSolvers out = solvers_of_steps();
    register_siconos(out);
    return out;
  }();
  return all;
}

}  // namespace orthant
