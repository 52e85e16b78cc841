// A run that is saved goes on with the same bits, with every nonlinear solver.
#include "orthant/tests/conformance/simulations.hpp"
#include "tests/registered.hpp"

namespace orthant::test {
namespace {

class NonlinearSolvers : public testing::TestWithParam<std::string> {};

TEST_P(NonlinearSolvers, GoOnFromWhatWasSaved) {
  expect_to_go_on(experiment_of(many_laws(), {{"solver", GetParam()}}), 20, 6);
}

INSTANTIATE_TEST_SUITE_P(All, NonlinearSolvers,
                         testing::ValuesIn(registered().nonlinear_solvers.names()),
                         [](auto const& of) { return of.param; });

/// One in turn after the other, each with a memory of its own.
TEST(SolversInTurn, GoOnFromWhatWasSaved) {
  Json const turns = {{"type", "sequence"},
                      {"solvers", {"sequential_impulses", "newton", "hybrid"}}};
  for (Json const& solver : {turns, Json{{"type", "cascade"}, {"tolerance", 1e-3}}})
    for (int const before : {0, 1, 40})
      expect_to_go_on(experiment_of(many_laws(), {{"solver", solver}}), before, 10);
}

}  // namespace
}  // namespace orthant::test
