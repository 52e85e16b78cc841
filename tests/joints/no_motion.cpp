// Joints that ask for a motion which does not exist: motors that push bodies where they cannot go,
// and linear rows of a step that cannot follow. The step says so.
#include "tests/joints/parts.hpp"

namespace orthant::test::no_motion {
namespace {

class Contradictions : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Two, Contradictions, testing::ValuesIn(two_integrators()), by_integrator);

/// Cubes in a column above a floor, the uppermost moved by a motor; gaps of 2 cm.
JointRun pressed(int cubes, Json const& motor, Json const& integrator) {
  std::vector<Json> bodies{ground()};
  for (int k = 0; k < cubes; ++k)
    bodies.push_back({{"name", std::to_string(k)},
                      {"mass", 1},
                      {"position", {0, 0, 0.07 + 0.12 * k}},
                      {"shapes", box_shape({{0.1, 0.1, 0.1}})}});
  Json const slider = joint_at("slider", std::to_string(cubes - 1), {}, z_axis, {{"motor", motor}});
  return JointRun(with(scene_of(bodies, {slider}), {{"contact", {{"least_norm", 1e-4}}}}), 0.01,
                  integrator, "cascade");
}

/// A selection among solutions must not make one where there is none.
TEST_P(Contradictions, AreNotSolvedBySinking) {
  for (int const cubes : {1, 2, 4}) {
    auto run = pressed(cubes, {{"type", "velocity"}, {"target", -0.5}}, GetParam());
    int const meet = 4 * cubes;  // steps until the column is closed
    int unsolved = 0;
    for (int k = 0; k < meet + 30; ++k) {
      unsolved += !run.simulation->step().solved();
      if (unsolved == 0) {
        EXPECT_LT(run.simulation->measure()[0].penetration, 0.01) << cubes << " step " << k;
      }
    }
    EXPECT_GT(unsolved, 10) << cubes;
  }
}

/// With a limit of effort there is a solution, which shares the force among four corners.
TEST_P(Contradictions, AreNoneWhereTheEffortIsLimited) {
  auto run = pressed(2, {{"type", "velocity"}, {"target", -0.5}, {"max_effort", 40}}, GetParam());
  solve_steps(run, 60);
  EXPECT_LT(run.simulation->measure()[0].penetration, 1e-4);
}

class LinearRows : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Schemes, LinearRows,
                         testing::Values(Json{{"type", "linearly_implicit"}},
                                         Json{{"type", "semi_implicit_euler"}}),
                         by_integrator);

Json moved_at(Real rate) {
  return {{"motor", {{"type", "prescribed"}, {"target", {{"rate", rate}}}}}};
}

/// Two links of 1 m, with an end that is pulled along x at 1 m/s from a distance of 1.6 m.
TEST_P(LinearRows, SayThatALinkageIsPulledBeyondItsReach) {
  Real const turn = std::sqrt(0.1);
  auto const link = [&](char const* name, Real x, Real side) {
    return with(rigid(name, 1, {{0.01, 0.1, 0.1}}, {{x, 0, 0.3}}),
                {{"orientation", {std::sqrt(0.9), 0, side * turn, 0}}});
  };
  JointRun run(scene_of({link("a", 0.4, -1), link("b", 1.2, 1),
                         rigid("s", 1, {{0.1, 0.1, 0.1}}, {{1.6, 0, 0}})},
                        {joint_at("hinge", "a", {}, y_axis),
                         joint_at("hinge", "b", {{0.8, 0, 0.6}}, y_axis, {{"a", "a"}}),
                         joint_at("hinge", "s", {{1.6, 0, 0}}, y_axis, {{"a", "b"}}),
                         joint_at("slider", "s", {{1.6, 0, 0}}, x_axis, moved_at(1))}),
               0.01, GetParam(), "cascade");
  Real open = 0;
  int unsolved = 0;
  for (int k = 0; k < 60; ++k) {
    auto const& report = run.simulation->step();
    if (k < 35) {
      EXPECT_TRUE(report.solved()) << k << " " << report.why_unsolved();
    }
    unsolved += !report.solved();
    open = std::max(open, run.simulation->measure()[0].joint_error);
    if (unsolved == 0) {
      EXPECT_LT(open, 0.1) << k;
    }
  }
  EXPECT_GT(unsolved, 0);
}

/// A wheel at 20 and at 400 rad/s: 0.2 rad and 4 rad a step.
TEST_P(LinearRows, SayThatAPrescribedAngleLags) {
  for (Real const rate : {20., 400.}) {
    JointRun run(scene_of({rigid("w", 1, {{0.1, 0.1, 0.1}})},
                          {joint_at("hinge", "w", {}, z_axis, moved_at(rate))}),
                 0.01, GetParam(), "cascade");
    int solved = 0;
    for (int k = 0; k < 20; ++k) solved += run.simulation->step().solved();
    EXPECT_EQ(solved == 20, rate < 100) << rate << " " << solved;
  }
}

/// What second order allows is solved: a rod that falls and swings, up to 6 rad/s.
TEST_P(LinearRows, AreSolvedWhereJointsOpenToSecondOrder) {
  JointRun run(scene_of({rigid("rod", 1, {{0.001, 0.0833, 0.0833}}, {{0.5, 0, 0}})},
                        {joint_at("hinge", "rod", {}, y_axis)}, falling),
               0.02, GetParam(), "cascade");
  solve_steps(run, 100);
}

}  // namespace
}  // namespace orthant::test::no_motion
