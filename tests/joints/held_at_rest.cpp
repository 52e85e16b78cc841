// Forces that hold bodies at rest against each other, where nothing else has a speed: right steps
// are called solved, with the tolerance that follows from speeds.
#include "tests/integrators/simulations.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test::held_at_rest {
namespace {

class HeldAtRest : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EveryIntegrator, HeldAtRest, testing::ValuesIn(integrators()),
                         [](auto const& test) { return name_of(test.param); });

void expect_solved(Json const& scene, Real h, int steps, Json const& integrator) {
  JointRun run(scene, h, integrator, "cascade");
  for (int k = 0; k < steps; ++k) {
    auto const& report = run.simulation->step();
    ASSERT_TRUE(report.solved()) << scene["joints"][0] << " step " << k << ": "
                                 << report.why_unsolved();
  }
  for (int b = 0; b < run.simulation->bodies(); ++b)
    EXPECT_LT(norm(linear(run.twist(b))), 1e-6) << scene["joints"][0];
}

/// A motor with an effort limit presses two boxes against a wall.
TEST_P(HeldAtRest, ByAMotorOfLimitedEffort) {
  Json const box = {{{"type", "box"}, {"size", {0.1, 0.1, 0.1}}}};
  Json const bodies = {{{"name", "wall"},
                        {"motion", "fixed"},
                        {"position", {0.3, 0, 0}},
                        {"orientation", {0.7071067811865476, 0, -0.7071067811865475, 0}},
                        {"shapes", {{{"type", "half_space"}}}}},
                       {{"name", "p"}, {"mass", 1}, {"shapes", box}},
                       {{"name", "b"}, {"mass", 1}, {"position", {0.12, 0, 0}}, {"shapes", box}}};
  Json slider = {{"type", "slider"}, {"b", "p"}, {"point", {0, 0, 0}}, {"axis", {1, 0, 0}}};
  Json const motors = {{{"type", "velocity"}, {"target", 0.5}},
                       {{"type", "velocity"}, {"target", 0.5}, {"kd", 1e4}},
                       {{"type", "position"}, {"target", 0.5}, {"kp", 1e5}, {"kd", 1e3}}};
  for (Json motor : motors)
    for (Real const effort : {40., 1.}) {
      motor["max_effort"] = effort;
      slider["motor"] = motor;
      expect_solved({{"gravity", {0, 0, 0}}, {"bodies", bodies}, {"joints", {slider}}}, 0.01, 120,
                    GetParam());
    }
}

/// Springs and motors press a body against a rigid limit.
TEST_P(HeldAtRest, BySpringsOnALimit) {
  Json const body = {{"name", "p"}, {"mass", 1}, {"inertia", {0.01, 0.01, 0.01}}};
  Json slider = {{"type", "slider"},
                 {"b", "p"},
                 {"point", {0, 0, 0}},
                 {"axis", {1, 0, 0}},
                 {"limits", {{"upper", 0}}}};
  Json const scene = {{"gravity", {0, 0, 0}}, {"bodies", {body}}};
  auto const with = [&](char const* key, Json const& law) {
    Json out = scene;
    out["joints"] = {slider};
    out["joints"][0][key] = law;
    return out;
  };
  for (Real const k : {1e3, 1e5}) {
    expect_solved(with("spring", {{"stiffness", k}, {"damping", 100}, {"rest", 0.001}}), 0.005, 200,
                  GetParam());
    Json motor = {{"type", "position"}, {"kp", k}, {"kd", 100}, {"target", 0.001}};
    expect_solved(with("motor", motor), 0.005, 200, GetParam());
    motor["max_effort"] = 0.5;
    expect_solved(with("motor", motor), 0.005, 200, GetParam());
  }
}

}  // namespace
}  // namespace orthant::test::held_at_rest
