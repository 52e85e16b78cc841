// Joints that hit rigid limits, and chains that hit floors, at e = 0: nothing rebounds, and no
// integrator creates energy.
#include "tests/integrators/simulations.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test::limits_at_impact {
namespace {

/// A rod of 1 m with its end at x.
Json rod(char const* name, Real x) {
  return {{"name", name},
          {"mass", 1},
          {"inertia", {0.001, 1. / 12, 1. / 12}},
          {"position", {x + 0.5, 0, 0}}};
}

Json hinge(char const* a, char const* b, Real x, Json const& limits) {
  Json out = {{"type", "hinge"}, {"b", b}, {"point", {x, 0, 0}}, {"axis", {0, 1, 0}}};
  if (*a != 0) out["a"] = a;
  if (!limits.is_null()) out["limits"] = limits;
  return out;
}

/// Without gravity, rotating at 1 rad/s about its end.
Json turning_rod(Json const& limits) {
  Json body = rod("rod", 0);
  body["velocity"] = {0, 0, -1 * 0.5};
  body["angular_velocity"] = {0, 1, 0};
  return {{"gravity", {0, 0, 0}},
          {"bodies", Json::array({body})},
          {"joints", Json::array({hinge("", "rod", 0, limits)})}};
}

/// Falls from the horizontal; the lower rod hits its limits on both sides.
Json double_pendulum() {
  return {{"bodies", {rod("upper", 0), rod("lower", 1)}},
          {"joints",
           {hinge("", "upper", 0, {{"lower", -1}, {"upper", 1}}),
            hinge("upper", "lower", 1, {{"lower", -0.5}, {"upper", 0.5}})}}};
}

/// The same without limits; a ball at the end of the lower rod hits a floor.
Json chain_onto_floor(Real friction) {
  Json lower = rod("lower", 1);
  lower["friction"] = friction;
  lower["shapes"] = {{{"type", "sphere"}, {"radius", 0.1}, {"position", {0.5, 0, 0}}}};
  return {{"bodies",
           {rod("upper", 0),
            lower,
            {{"name", "floor"},
             {"motion", "fixed"},
             {"position", {0, 0, -0.6}},
             {"shapes", {{{"type", "half_space"}}}}}}},
          {"joints", {hinge("", "upper", 0, nullptr), hinge("upper", "lower", 1, nullptr)}}};
}

Json const precise = {{"type", "cascade"}, {"tolerance", 1e-12}};

class LimitsAtImpact : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EveryIntegrator, LimitsAtImpact, testing::ValuesIn(integrators()),
                         [](auto const& test) { return name_of(test.param); });

TEST_P(LimitsAtImpact, AHingeStopsAtItsLimitAndStays) {
  for (Real const h : {0.01, 0.003}) {
    JointRun run(turning_rod({{"lower", -1}, {"upper", 0.3}}), h, GetParam(), precise);
    run.step(static_cast<int>(0.33 / h));
    Real const place = run.pose().p_WB[2];
    for (int k = 0; k < 50; ++k) {
      run.step();
      EXPECT_LT(norm(run.twist()), 2e-2 * h) << h << " " << k;
    }
    EXPECT_NEAR(run.pose().p_WB[2], place, 1e-3 * h);
    EXPECT_NEAR(place, -0.5 * std::sin(0.3), 0.6 * h);
  }
}

/// The largest energy above the initial one, relative to the possible fall of the rods.
Real risen(Json const& scene, Real h, Json const& integrator) {
  JointRun run(scene, h, integrator, precise);
  Real first = 0, most = 0;
  for (int k = 0; k < static_cast<int>(2 / h); ++k) {
    EXPECT_TRUE(run.simulation->step().solve.converged()) << k;
    Real const E = run.simulation->measure()[0].energy();
    if (k == 0) first = E;
    most = std::max(most, E - first);
  }
  return most / (2 * 9.81 * 1.5);
}

TEST_P(LimitsAtImpact, RodsThatStrikeLimitsOrAFloorGainNoEnergy) {
  if (GetParam()["type"] == "linearly_implicit") return;  // it holds no joint, which creates energy
  for (Real const h : {0.01, 0.004}) {
    EXPECT_LT(risen(double_pendulum(), h, GetParam()), 0.3 * h) << h;
    EXPECT_LT(risen(chain_onto_floor(0), h, GetParam()), 0.3 * h) << h;
    EXPECT_LT(risen(chain_onto_floor(0.5), h, GetParam()), 0.3 * h) << h;
  }
}

/// A horizontal rod at its limit is at rest; the hinge carries its weight at an arm of 0.5 m. In
/// bdf2 the impulses of laws move a body by an arc of h^2/6 times the acceleration that they
/// balance; the difference of the arc and its tangent is a speed of third order in h.
TEST_P(LimitsAtImpact, AHingeOnItsLimitCarriesTheWeight) {
  Json scene = turning_rod({{"lower", -1}, {"upper", 0}});
  scene["gravity"] = {0, 0, -9.81};
  scene["bodies"][0].erase("velocity");
  scene["bodies"][0].erase("angular_velocity");
  Real const h = 0.01, arc = h * h / 6 * 1.5 * 9.81;
  Real const speed = GetParam()["type"] == "bdf2" ? arc * arc / h : 0;
  JointRun run(scene, h, GetParam(), precise);
  run.step(40);
  EXPECT_LT(norm(run.twist()), 1e-9 + speed);
  EXPECT_NEAR(run.reaction().force_W[2], 9.81, 1e-7);
  EXPECT_NEAR(run.reaction().torque_W[1], -9.81 * 0.5, 1e-7 + speed / h);
}

}  // namespace
}  // namespace orthant::test::limits_at_impact
