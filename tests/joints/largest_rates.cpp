// The largest rate of a coordinate: it brakes what would be faster, and nothing else.
#include <cmath>

#include "tests/integrators/simulations.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test::largest_rates {
namespace {

constexpr Real g = 10;

class LargestRateOf : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EveryIntegrator, LargestRateOf, testing::ValuesIn(integrators()),
                         [](auto const& test) { return name_of(test.param); });

/// A body of 2 kg on a vertical slider, or on a hinge through its centre, with a given load.
Json body_on(char const* type, Json const& laws) {
  Json joint = {{"type", type}, {"b", "body"}, {"point", {0, 0, 0}}, {"axis", {0, 0, 1}}};
  joint.update(laws);
  return {{"gravity", {0, 0, -g}},
          {"bodies", {{{"name", "body"}, {"mass", 2}, {"inertia", {0.3, 0.4, 0.5}}}}},
          {"joints", {joint}}};
}

/// v = -min(g t, v_max), and the coordinate carries the weight from then on.
TEST_P(LargestRateOf, StopsAccelerationOfAFall) {
  Real const h = 0.01, most = 1;
  JointRun run(body_on("slider", {{"max_rate", most}}), h, GetParam(), solver_of(GetParam()));
  run.step(5);
  EXPECT_NEAR(run.twist()[2], -g * 5 * h, 1e-9);
  EXPECT_NEAR(run.reaction().force_W[2], 0, 1e-7);
  run.step(45);
  EXPECT_NEAR(run.twist()[2], -most, 1e-9);
  EXPECT_NEAR(run.reaction().force_W[2], 2 * g, 1e-5);
  EXPECT_NEAR(run.pose().p_WB[2], -most * 0.5 + 0.5 * most * most / g, 0.6 * h * most);
}

/// In the other direction, and about an axis: a torque of 1 N m on 0.5 kg m^2.
TEST_P(LargestRateOf, HoldsInBothDirections) {
  for (Real const sign : {1., -1.}) {
    JointRun run(
        body_on("hinge", {{"max_rate", 0.3}, {"motor", {{"type", "force"}, {"value", sign}}}}),
        0.01, GetParam(), solver_of(GetParam()));
    run.step(10);
    EXPECT_NEAR(run.twist()[5], sign * 0.2, 1e-9);
    run.step(30);
    EXPECT_NEAR(run.twist()[5], sign * 0.3, 1e-9);
  }
}

/// With limits beside it, which stop the body.
TEST(LargestRate, ActsBesideLimits) {
  JointRun run(body_on("slider", {{"max_rate", 1}, {"limits", {{"lower", -0.5}}}}), 0.01);
  run.step(200);
  EXPECT_NEAR(run.pose().p_WB[2], -0.5, 1e-9);
  EXPECT_NEAR(run.twist()[2], 0, 1e-9);
}

}  // namespace
}  // namespace orthant::test::largest_rates
