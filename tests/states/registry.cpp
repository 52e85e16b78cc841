// A run that is saved goes on with the same bits, with every integrator and every solver.
#include "tests/states/going_on.hpp"

namespace orthant::test {
namespace {

std::vector<std::string> names_of(std::string const& kind) {
  std::vector<std::string> out;
  for (auto const& entry : catalog())
    if (entry.kind == kind) out.push_back(entry.name);
  return out;
}

std::vector<Json> every_integrator() {
  std::vector<Json> out;
  for (auto const& name : names_of("integrator")) out.push_back(name);
  for (auto const* matrices : {"start", "iterate"})
    out.push_back({{"type", "implicit_euler"}, {"matrices", matrices}});
  return out;
}

std::string word(Json const& given) {
  std::string out;
  for (char const c : given.dump())
    if (std::isalnum(static_cast<unsigned char>(c)))
      out += c;
    else if (!out.empty() && out.back() != '_')
      out += '_';
  return out;
}

bool has_stiffness(Json const& integrator) { return integrator == "linearly_implicit"; }

/// A few that keep all kinds of memory.
std::vector<Json> solvers_beside(Json const& integrator) {
  if (has_stiffness(integrator))
    return {"cascade", {{"type", "newton"}, {"linear", "saddle_point"}}};
  return {"cascade",
          {{"type", "cascade"}, {"tolerance", 1e-3}},
          {{"type", "newton"}, {"linear", "umfpack"}},
          {{"type", "sequence"}, {"solvers", {"sequential_impulses", "newton", "hybrid"}}}};
}

class Integrators : public testing::TestWithParam<Json> {};

TEST_P(Integrators, GoOnFromWhatWasSaved) {
  for (auto const& solver : solvers_beside(GetParam())) {
    SCOPED_TRACE(solver.dump());
    for (int const before : {0, 1, 2, 60})
      expect_to_go_on(experiment_of(many_laws(), {{"integrator", GetParam()}, {"solver", solver}}),
                      before, 25);
  }
}

TEST_P(Integrators, GoOnWhereForcesTurn) {
  for (bool const islands : {true, false})
    expect_to_go_on(
        experiment_of(swinging(),
                      {{"integrator", GetParam()}, {"step", 0.05}, {"islands", islands}}),
        60, 40);
}

TEST_P(Integrators, GoOnInBatches) {
  for (int const worlds : {2, 24})  // of 24 there are two groups
    expect_to_go_on(experiment_of(many_laws(), {{"integrator", GetParam()}, {"worlds", worlds}}),
                    10, 3);
}

INSTANTIATE_TEST_SUITE_P(All, Integrators, testing::ValuesIn(every_integrator()),
                         [](auto const& of) { return word(of.param); });

class NonlinearSolvers : public testing::TestWithParam<std::string> {};

TEST_P(NonlinearSolvers, GoOnFromWhatWasSaved) {
  expect_to_go_on(experiment_of(many_laws(), {{"solver", GetParam()}}), 30, 10);
}

INSTANTIATE_TEST_SUITE_P(All, NonlinearSolvers, testing::ValuesIn(names_of("nonlinear solver")),
                         [](auto const& of) { return of.param; });

class LinearSolvers : public testing::TestWithParam<std::string> {};

TEST_P(LinearSolvers, GoOnFromWhatWasSaved) {
  Json solver = {{"type", "newton"}, {"linear", GetParam()}};
  expect_to_go_on(experiment_of(many_laws(), {{"solver", solver}}), 40, 10);
}

INSTANTIATE_TEST_SUITE_P(All, LinearSolvers, testing::ValuesIn(names_of("linear solver")),
                         [](auto const& of) { return of.param; });

}  // namespace
}  // namespace orthant::test
