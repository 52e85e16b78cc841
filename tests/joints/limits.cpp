// Limits of coordinates and of their rates: they hold in steps that reach them unforeseen, brake
// what would be faster and nothing else, and at e = 0 nothing rebounds or gains energy.
#include "tests/joints/parts.hpp"

namespace orthant::test::limits {
namespace {

constexpr Real g = 10, h = 0.01;

class Limits : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EachWay, Limits, testing::ValuesIn(one_of_each_way()), by_integrator);

/// A body of 2 kg on a vertical slider, or on a hinge through its centre, at rest.
Json body_on(char const* type, Json const& laws) {
  return scene_of({rigid("body", 2, {{0.3, 0.4, 0.5}})}, {joint_at(type, "body", {}, z_axis, laws)},
                  {{0, 0, -g}});
}

TEST_P(Limits, HaveRowsWhereTheyAreReached) {
  JointRun run(body_on("slider", {{"limits", {{"lower", -0.05}, {"upper", 0.3}}}}), h, GetParam(),
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
TEST_P(Limits, HoldInTheFirstStepFromRest) {
  Real const part = 0.2 * g * h * h;
  JointRun run(body_on("slider", {{"limits", {{"lower", -part}}}}), h, GetParam(),
               solver_of(GetParam()));
  run.step();
  EXPECT_EQ(run.simulation->last_step().rows, 6);
  EXPECT_GE(run.pose().p_WB[2], -part - 1e-9);
  run.step(20);
  EXPECT_NEAR(run.pose().p_WB[2], -part, 1e-8);
}

TEST_P(Limits, HoldLargestRatesInTheFirstStepFromRest) {
  JointRun run(body_on("slider", {{"max_rate", 0.3 * g * h}}), h, GetParam(),
               solver_of(GetParam()));
  run.step();
  EXPECT_EQ(run.simulation->last_step().rows, 7);
  EXPECT_NEAR(run.twist()[2], -0.3 * g * h, 1e-9);
}

/// v = -min(g t, v_max), and the coordinate carries the weight from then on.
TEST_P(Limits, OfTheRateStopTheAccelerationOfAFall) {
  Real const most = 1;
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
TEST_P(Limits, OfTheRateHoldInBothDirections) {
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

/// A rod of 1 m with its end at x.
Json rod(char const* name, Real x) {
  return rigid(name, 1, {{0.001, 1. / 12, 1. / 12}}, {{x + 0.5, 0, 0}});
}

Json hinge(char const* a, char const* b, Real x, Json const& limits) {
  Json const out = joint_at("hinge", b, {{x, 0, 0}}, y_axis, {{"a", a}});
  return limits.is_null() ? out : with(out, {{"limits", limits}});
}

/// Without gravity, rotating at 1 rad/s about its end.
Json turning_rod(Json const& limits) {
  return scene_of(
      {with(rod("rod", 0), {{"velocity", {0, 0, -1 * 0.5}}, {"angular_velocity", {0, 1, 0}}})},
      {hinge("world", "rod", 0, limits)});
}

/// Falls from the horizontal; the lower rod hits its limits on both sides.
Json double_pendulum() {
  return scene_of({rod("upper", 0), rod("lower", 1)},
                  {hinge("world", "upper", 0, {{"lower", -1}, {"upper", 1}}),
                   hinge("upper", "lower", 1, {{"lower", -0.5}, {"upper", 0.5}})},
                  falling);
}

/// The same without limits; a ball at the end of the lower rod hits a floor.
Json chain_onto_floor(Real friction) {
  Json ball = sphere_shape(0.1);
  ball[0]["position"] = {0.5, 0, 0};
  return scene_of(
      {rod("upper", 0), with(rod("lower", 1), {{"friction", friction}, {"shapes", ball}}),
       ground({{0, 0, -0.6}})},
      {hinge("world", "upper", 0, nullptr), hinge("upper", "lower", 1, nullptr)}, falling);
}

Json const precise = {{"type", "cascade"}, {"tolerance", 1e-12}};

/// The largest energy above the initial one, relative to the possible fall of the rods.
Real risen(Json const& scene, Real step, Json const& integrator) {
  JointRun run(scene, step, integrator, precise);
  Real first = 0, most = 0;
  for (int k = 0; k < static_cast<int>(2 / step); ++k) {
    EXPECT_TRUE(run.simulation->step().solve.converged()) << k;
    Real const E = run.simulation->measure()[0].energy();
    if (k == 0) first = E;
    most = std::max(most, E - first);
  }
  return most / (2 * 9.81 * 1.5);
}

TEST_P(Limits, RodsThatStrikeLimitsOrAFloorGainNoEnergy) {
  for (Real const step : {0.01, 0.004}) {
    EXPECT_LT(risen(double_pendulum(), step, GetParam()), 0.3 * step) << step;
    EXPECT_LT(risen(chain_onto_floor(0), step, GetParam()), 0.3 * step) << step;
    EXPECT_LT(risen(chain_onto_floor(0.5), step, GetParam()), 0.3 * step) << step;
  }
}

/// A horizontal rod at its limit is at rest; the hinge carries its weight at an arm of 0.5 m.
TEST_P(Limits, AHingeOnItsLimitCarriesTheWeight) {
  Json scene = turning_rod({{"lower", -1}, {"upper", 0}});
  scene["gravity"] = {0, 0, -9.81};
  scene["bodies"][0].erase("velocity");
  scene["bodies"][0].erase("angular_velocity");
  JointRun run(scene, h, GetParam(), precise);
  run.step(40);
  EXPECT_LT(norm(run.twist()), 1e-9);
  EXPECT_NEAR(run.reaction().force_W[2], 9.81, 1e-7);
  EXPECT_NEAR(run.reaction().torque_W[1], -9.81 * 0.5, 1e-7);
}

}  // namespace
}  // namespace orthant::test::limits
