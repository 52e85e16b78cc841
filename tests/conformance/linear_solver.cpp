// Every linear solver with one preconditioner, every preconditioner with one linear solver, and
// every scaling.
#include "orthant/tests/conformance/linear_solver.hpp"

#include "orthant/tests/conformance/preconditioner.hpp"
#include "orthant/tests/conformance/scaling.hpp"

namespace orthant::test {
namespace {

std::vector<Choice> linear_solvers() {
  auto out = choices_of(plugins().linear_solvers);
  for (auto& each : out) each.settings["tolerance"] = each.reaches;
  auto const with = [&](char const* type, char const* key, Json const& value) {
    out.emplace_back(Json{{"type", type}, {"tolerance", 1e-12}, {key, value}});
  };
  for (auto const& name : plugins().preconditioners.names())
    if (name != "block_jacobi") with("gmres", "preconditioner", name);
  with("gmres", "restart", 20);
  if (!plugins().linear_solvers.entries().contains("multifrontal")) return out;
  for (auto const* form : {"dual", "primal"}) with("multifrontal", "form", form);
  for (auto const* factor : {"simplicial", "supernodal"}) with("cholmod", "factor", factor);
  with("by_size", "dense_rows", 0);
  return out;
}

INSTANTIATE_TEST_SUITE_P(All, LinearSolverConformance, testing::ValuesIn(linear_solvers()),
                         choice_name);
INSTANTIATE_TEST_SUITE_P(All, PreconditionerConformance,
                         testing::ValuesIn(choices_of(plugins().preconditioners)), choice_name);
INSTANTIATE_TEST_SUITE_P(All, ScalingConformance, testing::ValuesIn(choices_of(plugins().scalings)),
                         choice_name);

}  // namespace
}  // namespace orthant::test
