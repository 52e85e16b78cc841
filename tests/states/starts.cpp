// What a start is: a plain state knows nothing of steps before, and a saved one knows all, with
// every nonlinear solver.
#include "orthant/backends/stepping/steered.hpp"
#include "orthant/tests/conformance/simulations.hpp"
#include "tests/config/refusal.hpp"
#include "tests/registered.hpp"

namespace orthant::test {
namespace {

Json chosen(char const* integrator) {
  return experiment_of(many_laws(), {{"integrator", integrator}});
}

TEST(Starts, TurnsAreSavedAndNotInPoses) {
  Json const wheel = parse_json(R"({"gravity": [0, 0, 0],
      "bodies": [{"name": "a", "mass": 1, "inertia": [0.1, 0.1, 0.1],
                  "angular_velocity": [0, 0, 12.0]}],
      "joints": [{"type": "hinge", "b": "a", "point": [0, 0, 0], "axis": [0, 0, 1],
                  "motor": {"type": "position", "kp": 3.0, "kd": 0.1,
                            "target": {"rate": 12.0}}}]})",
                                "scene");
  for (auto const* integrator : {"implicit_euler", "bdf2", "generalised_alpha", "variational"}) {
    auto const first = made(experiment_of(wheel, {{"integrator", integrator}}));
    for (int k = 0; k < 100; ++k) first->step();  // 12 rad
    auto const saved = made(experiment_of(wheel, {{"integrator", integrator}}));
    saved->restore(first->save());
    auto const plain = made(experiment_of(wheel, {{"integrator", integrator}}));
    plain->set_state(first->snapshot());
    for (int k = 0; k < 100; ++k) {
      saved->step();
      plain->step();
    }
    EXPECT_NEAR(saved->snapshot().twist[0][5], 12, 0.1) << integrator;
    EXPECT_GT(fabs(plain->snapshot().twist[0][5] - 12), 20) << integrator << ": half a turn";
  }
}

TEST(Starts, ForcesThatPushAreSaved) {
  auto const first = made(chosen("implicit_euler")), other = made(chosen("implicit_euler"));
  std::vector<Vec6> push(first->snapshot().pose.size());
  push[2] = stacked(Vec3{{2, 0, 0}}, Vec3{});
  first->parts().pushed->push(push);
  for (int k = 0; k < 10; ++k) first->step();
  other->restore(first->save());
  expect_same_steps(*first, *other, 10);
  EXPECT_EQ(other->parts().pushed->wrenches()[2][0], 2);
}

TEST(Starts, WhatIsNoSavedStateIsRefusedAndChangesNothing) {
  auto const simulation = made(chosen("implicit_euler")), beside = made(chosen("implicit_euler"));
  for (auto const& each : {simulation.get(), beside.get()})
    for (int k = 0; k < 5; ++k) each->step();
  std::string const saved = simulation->save();
  std::string flipped = saved;
  flipped[saved.size() / 2] ^= 1;
  Json const other = experiment_of(swinging(), Json::object());
  Json const otherwise = experiment_of(many_laws(), {{"solver", "newton"}});
  struct {
    std::string bytes;
    char const* says;
  } const wrong[] = {{"", "no saved state"},
                     {"orthant", "no saved state"},
                     {saved.substr(0, saved.size() / 2), "damaged"},
                     {flipped, "damaged"},
                     {made(chosen("bdf2"))->save(), "\"bdf2\" in place of \"implicit_euler\""},
                     {made(other)->save(), "in place of"},
                     {made(otherwise)->save(), "in place of"}};
  for (auto const& each : wrong) {
    auto const said = refusal([&] { simulation->restore(each.bytes); });
    EXPECT_NE(said.find(each.says), std::string::npos) << said;
  }
  expect_same_steps(*simulation, *beside, 10);
}

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
