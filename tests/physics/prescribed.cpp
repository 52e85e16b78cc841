// Bodies with prescribed motion: a conveyor, a turntable, a lift; and torques against friction.
#include "tests/physics/scenes.hpp"

namespace orthant::test::prescribed {
namespace {

constexpr Real h = 0.01, g = 10, mu = 0.5;

/// A cube of 1 kg on a half-space with prescribed motion.
char const* const on_belt = R"({
  "gravity": [0, 0, -10],
  "bodies": [
    {"name": "belt", "motion": "kinematic", "shapes": [{"type": "half_space"}]},
    {"name": "cube", "mass": 1, "position": [0, 0, 0.5],
     "shapes": [{"type": "box", "size": [1, 1, 1]}]}]})";

class Prescribed : public testing::TestWithParam<char const*> {
 protected:
  static Settings settings() {
    Settings settings;
    settings.matrices = GetParam();
    return settings;
  }
};

/// v_k = min(k mu g h, belt): full friction until the cube moves with the belt.
TEST_P(Prescribed, AConveyorDragsABoxUpToItsSpeed) {
  Trial trial(on_belt, h, settings(), {"bodies.0.velocity=[0.98,0,0]"});
  for (int k = 1; k <= 30; ++k) {
    Real const before = trial.velocity("cube")[0];
    trial.run(1);
    Real const speed = std::min(k * mu * g * h, 0.98);
    expect_near(trial.velocity("cube"), {{speed, 0, 0}}, 1e-8);  // about 1e-10 m/s in each step
    expect_near(trial.impulse_between("belt", "cube"), {{speed - before, 0, g * h}}, 1e-8);
    EXPECT_EQ(trial.velocity("belt")[0], 0.98);
    EXPECT_NEAR(trial.position("belt")[0], k * h * 0.98, 1e-15);
  }
}

TEST_P(Prescribed, ALiftCarriesABox) {
  Trial trial(on_belt, h, settings(), {"bodies.0.velocity=[0,0,1]"});
  for (int k = 1; k <= 20; ++k) {
    trial.run(1);
    expect_near(trial.velocity("cube"), z_axis, 1e-9);
    expect_near(trial.impulse_between("belt", "cube"), (g * h + (k == 1 ? 1 : 0)) * z_axis, 1e-9);
  }
}

/// Friction turns a cube against a torque. It reaches mu m g r, with the corners at r = sqrt(1/2),
/// for any shares of the weight. Below that it holds; above, I alpha = tau - mu m g r.
TEST_P(Prescribed, ATorqueTurnsABoxAgainstFriction) {
  Real const bound = mu * g * std::sqrt(0.5), inertia = 1. / 6;
  for (Real torque : {0.7 * bound, 2 * bound}) {
    Trial trial(on_belt, h, settings(), {"bodies.1.torque=[0,0," + json(torque) + "]"});
    for (int k = 1; k <= 10; ++k) {
      trial.run(1);
      Real const spin = std::max(0.0, k * h * (torque - bound) / inertia);
      expect_near(trial.spin("cube"), spin * z_axis, 1e-8);
      expect_near(trial.velocity("cube"), {}, 1e-8);
    }
  }
}

/// A box on a turntable moves with the table's velocity. With matrices at the start this is v+ = w
/// x x-, and its distance from the axis grows by sqrt(1 + h^2 w^2) in a step: it sticks and yet
/// moves outwards. With matrices at the end it is v+ = w x x+, and the distance shrinks by the same
/// factor.
TEST_P(Prescribed, ATurntableCarriesABoxRound) {
  Real const w = 2, r = 0.5;
  Trial trial(on_belt, h, settings(),
              {"bodies.0.angular_velocity=[0,0,2]", "bodies.1.angular_velocity=[0,0,2]",
               "bodies.1.position=[0.5,0,0.5]", "bodies.1.velocity=[0,1,0]"});
  int const steps = 50;
  for (int k = 1; k <= steps; ++k) {
    trial.run(1);
    Vec3 const x = trial.position("cube");
    Real const growth = GetParam() == std::string("start") ? std::sqrt(1 + h * h * w * w)
                                                           : 1 / std::sqrt(1 + h * h * w * w);
    EXPECT_NEAR(hypot(x[0], x[1]), r * std::pow(growth, k), 1e-9);
    EXPECT_NEAR(std::atan2(x[1], x[0]), k * std::atan(h * w), 1e-8);
    EXPECT_NEAR(trial.spin("cube")[2], w, 1e-8);
  }
}

TEST_P(Prescribed, AFixedBodyStaysWhateverHitsIt) {
  Trial trial(R"({
    "gravity": [0, 0, 0],
    "bodies": [
      {"name": "wall", "motion": "fixed", "position": [0.3, 0.1, 0.2],
       "orientation": [0.6, 0, 0, 0.8], "shapes": [{"type": "sphere", "radius": 0.5}]},
      {"name": "ball", "mass": 5, "position": [-1, 0, 0], "velocity": [10, 0, 0],
       "shapes": [{"type": "sphere", "radius": 0.5}]}]})",
              h, settings());
  auto const before = trial.pose("wall");
  trial.run(20);
  EXPECT_LT(trial.velocity("ball")[0], 5);  // it did hit
  auto const after = trial.pose("wall");
  for (int i = 0; i < 3; ++i) EXPECT_EQ(after.p_WB[i], before.p_WB[i]);
  EXPECT_EQ(after.q_WB.w, before.q_WB.w);
  EXPECT_EQ(after.q_WB.z, before.q_WB.z);
}

INSTANTIATE_TEST_SUITE_P(MatricesAt, Prescribed, testing::Values("start", "iterate"),
                         [](auto const& test) { return std::string(test.param); });

}  // namespace
}  // namespace orthant::test::prescribed
