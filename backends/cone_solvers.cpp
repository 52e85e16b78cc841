// Collects the cone solvers.
#include "orthant/backends/cone_solvers.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "orthant/backends/instances/detail/instances.hpp"
#include "orthant/backends/own_plugins.hpp"
#include "orthant/core/cone_problem/cone_measures.hpp"
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
  auto const before = out.names();
  for (auto const& add : own_cone_solvers()) add(out);
  for (auto const& name : out.names())
    if (std::ranges::find(before, name) == before.end()) require_one_contact(out, name);
  return out;
}

}  // namespace

void require_one_contact(ConeSolvers const& all, std::string const& name) {
  Json const settings = {{"type", name}};
  Json resolved;
  auto const solver = all.make(Config(settings, resolved, "cone solver " + name));
  if (solver->law().kind != FrictionLaw::Kind::coulomb) return;
  ConeProblem p;
  p.W.resize(3, 3);
  p.W.setIdentity();
  p.W *= 2;
  p.q = Eigen::Vector3d(-2, 6, -8);
  p.mu = Vector::Constant(1, 0.5);
  Vector r;
  auto const report = solver->solve(p, r, {.tolerance = 1e-6, .seconds = 1});
  double const map = natural_map(p, r);
  if (report.converged() && map <= 1e-6) return;
  refuse("cone solver " + name,
         "the natural map " + text(map) + " on one contact that slides, and \"" +
             text(report.reason) + "\"",
         "\"converged\" to 1e-6: W = 2, q = (-2, 6, -8) and mu = 0.5 give r = (1, -0.3, 0.4)");
}

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
