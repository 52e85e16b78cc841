// Rigid limits have rows only in steps that may reach them, and hold in those that do unforeseen.
#include <cmath>

#include "tests/integrators/simulations.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test::near_limits {
namespace {

constexpr Real g = 10, h = 0.01;

class NearLimits : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EveryIntegrator, NearLimits, testing::ValuesIn(integrators()),
                         [](auto const& test) { return name_of(test.param); });

/// A body of 2 kg on a vertical slider, at rest.
Json body_on_slider(Json const& laws) {
  Json joint = {{"type", "slider"}, {"b", "body"}, {"point", {0, 0, 0}}, {"axis", {0, 0, 1}}};
  joint.update(laws);
  return {{"gravity", {0, 0, -g}},
          {"bodies", {{{"name", "body"}, {"mass", 2}, {"inertia", {0.3, 0.4, 0.5}}}}},
          {"joints", {joint}}};
}

TEST_P(NearLimits, HaveRowsWhereTheyAreReached) {
  JointRun run(body_on_slider({{"limits", {{"lower", -0.05}, {"upper", 0.3}}}}), h, GetParam(),
               solver_of(GetParam()));
  int with = 0;
  for (int k = 0; k < 40; ++k) {
    run.step();
    int const rows = run.simulation->last_step().rows;
    EXPECT_TRUE(rows == 5 || rows == 6) << k;
    EXPECT_FALSE(k < 5 && rows == 6) << k;
    EXPECT_FALSE(k > 20 && rows == 5) << k;
    with += rows - 5;
    EXPECT_GE(run.pose().p_WB[2], -0.05 - 1e-8) << k;
  }
  EXPECT_GT(with, 20);
  EXPECT_NEAR(run.reaction().force_W[2], 2 * g, 1e-6);
}

/// Rates at the start say nothing of the fall.
TEST_P(NearLimits, HoldInTheFirstStepFromRest) {
  Real const part = 0.2 * g * h * h;
  JointRun run(body_on_slider({{"limits", {{"lower", -part}}}}), h, GetParam(),
               solver_of(GetParam()));
  run.step();
  EXPECT_EQ(run.simulation->last_step().rows, 6);
  EXPECT_GE(run.pose().p_WB[2], -part - 1e-9);
  run.step(20);
  EXPECT_NEAR(run.pose().p_WB[2], -part, 1e-8);
}

TEST_P(NearLimits, HoldLargestRatesInTheFirstStepFromRest) {
  JointRun run(body_on_slider({{"max_rate", 0.3 * g * h}}), h, GetParam(), solver_of(GetParam()));
  run.step();
  EXPECT_EQ(run.simulation->last_step().rows, 7);
  EXPECT_NEAR(run.twist()[2], -0.3 * g * h, 1e-9);
}

}  // namespace
}  // namespace orthant::test::near_limits
