// Motors of a given rate that push bodies where they cannot go: rows have no solution, and a
// selection among solutions must not make one.
#include "orthant/tests/integrators/simulations.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test::contradictions {
namespace {

class Contradictions : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Two, Contradictions, testing::ValuesIn(two_integrators()),
                         [](auto const& test) { return name_of(test.param); });

Json cube(char const* name, Real z) {
  return {{"name", name},
          {"mass", 1},
          {"position", {0, 0, z}},
          {"shapes", {{{"type", "box"}, {"size", {0.1, 0.1, 0.1}}}}}};
}

/// Cubes in a column above a floor, the uppermost moved by a motor; gaps of 2 cm.
JointRun pressed(int cubes, Json const& motor, Json const& integrator) {
  Real const pitch = 0.12;
  Json scene = {
      {"gravity", {0, 0, 0}},
      {"contact", {{"least_norm", 1e-4}}},
      {"bodies",
       {{{"name", "floor"}, {"motion", "fixed"}, {"shapes", {{{"type", "half_space"}}}}}}}};
  for (int k = 0; k < cubes; ++k)
    scene["bodies"].push_back(cube(std::to_string(k).c_str(), 0.07 + pitch * k));
  scene["joints"] = {{{"type", "slider"},
                      {"b", std::to_string(cubes - 1)},
                      {"point", {0, 0, 0}},
                      {"axis", {0, 0, 1}},
                      {"motor", motor}}};
  return JointRun(scene, 0.01, integrator, "cascade");
}

TEST_P(Contradictions, AreNotSolvedBySinking) {
  for (int const cubes : {1, 2, 4}) {
    auto run = pressed(cubes, {{"type", "velocity"}, {"target", -0.5}}, GetParam());
    int const meet = 4 * cubes;  // steps until the column is closed
    int unsolved = 0;
    for (int k = 0; k < meet + 30; ++k) {
      bool const solved = run.simulation->step().solved();
      unsolved += !solved;
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
  for (int k = 0; k < 60; ++k) {
    auto const& report = run.simulation->step();
    EXPECT_TRUE(report.solved()) << k << " " << report.why_unsolved();
  }
  EXPECT_LT(run.simulation->measure()[0].penetration, 1e-4);
}

}  // namespace
}  // namespace orthant::test::contradictions
