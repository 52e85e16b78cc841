// Contacts push and do not pull: separating, falling, landing, resting.
#include "tests/physics/scenes.hpp"

namespace orthant::test::separation {
namespace {

constexpr Real h = 0.01, g = 9.81;
constexpr Real tolerance = 1e-10;  // [m/s] of a step, and [N s] because masses are 1 kg

char const* const box_on_floor = R"({
  "bodies": [
    {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
    {"name": "body", "mass": 1, "position": [0, 0, 0.5],
     "shapes": [{"type": "box", "size": [1, 1, 1]}]}]})";

char const* const two_boxes = R"({
  "gravity": [0, 0, 0],
  "bodies": [
    {"name": "left", "mass": 1, "position": [-0.5, 0, 0],
     "shapes": [{"type": "box", "size": [1, 1, 1]}]},
    {"name": "right", "mass": 1, "position": [0.5, 0, 0],
     "shapes": [{"type": "box", "size": [1, 1, 1]}]}]})";

class Separation : public testing::TestWithParam<Settings> {};

TEST_P(Separation, BodiesThatTouchFlyApartFreely) {
  Trial trial(two_boxes, h, GetParam(),
              {"bodies.0.velocity=[-1,0,0.5]", "bodies.1.velocity=[1,0,0]"});
  for (int k = 1; k <= 10; ++k) {
    trial.run(1);
    EXPECT_LE(norm(trial.impulse_between("left", "right")), tolerance);
    expect_near(trial.velocity("left"), {{-1, 0, 0.5}}, k * tolerance);
    expect_near(trial.velocity("right"), {{1, 0, 0}}, k * tolerance);
  }
}

/// Both sides of 0 <= a, 0 <= b vanish: no load, no motion.
TEST_P(Separation, BodiesThatTouchAtRestDoNothing) {
  Trial trial(two_boxes, h, GetParam());
  trial.run(10);
  EXPECT_LE(norm(trial.impulse_between("left", "right")), tolerance);
  EXPECT_LE(trial.measures().drift, 10 * h * tolerance);
}

TEST_P(Separation, ABoxThrownUpwardsLeavesTheFloor) {
  Trial trial(box_on_floor, h, GetParam(), {"bodies.1.velocity=[0,0,2]"});
  for (int k = 1; k <= 10; ++k) {
    trial.run(1);
    EXPECT_NEAR(trial.velocity("body")[2], 2 - k * g * h, k * tolerance);
  }
}

/// The ball falls with v_k = -k g h until the next step would end below the floor. That step ends
/// on the floor, and the ball then rests: e = 0.
TEST_P(Separation, AFallEndsOnTheFloorAndAtRest) {
  for (char const* shape :
       {"{\"type\":\"box\",\"size\":[1,1,1]}", "{\"type\":\"sphere\",\"radius\":0.5}"}) {
    Trial trial(box_on_floor, h, GetParam(),
                {"bodies.1.position=[0,0,0.7]", std::string("bodies.1.shapes=[") + shape + "]"});
    Real gap = 0.2, v = 0;
    for (int k = 1; k <= 40; ++k) {
      trial.run(1);
      v = std::max(v - g * h, -gap / h);
      gap += h * v;
      EXPECT_NEAR(trial.velocity("body")[2], v, 40 * tolerance);
      EXPECT_NEAR(trial.position("body")[2], 0.5 + gap, 40 * tolerance * h);
      EXPECT_LE(trial.measures().penetration, 2 * tolerance * h);
    }
    EXPECT_NEAR(v, 0, 1e-12);  // it has landed
  }
}

TEST_P(Separation, ARestingBoxDoesNotSink) {
  Trial trial(box_on_floor, h, GetParam());
  for (int k = 0; k < 50; ++k) {
    trial.run(1);
    EXPECT_LE(trial.measures().penetration, 2 * tolerance * h);
    EXPECT_LE(norm(trial.velocity("body")), 2 * tolerance);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryChoice, Separation, testing::ValuesIn(every_choice()), name_of);

/// Tumbling over an edge and a corner: impulses push, and only at closed contacts. While a cube
/// slides on an edge that is about to lift, some steps stall above the tolerance; they are few, and
/// reported.
TEST(Tumbling, ContactsPushOnlyWhereTheyAreClosed) {
  Trial trial(box_on_floor, h, {},
              {"bodies.1.position=[0,0,1.2]", "bodies.1.velocity=[1.5,0.5,0]",
               "bodies.1.orientation=" + json(rotation(unit(Vec3{{1, 2, 0.5}}), 0.6)),
               "bodies.1.angular_velocity=[1,2,0.3]"});
  Real pushed = 0;
  int const steps = 150;
  int converged = 0;
  for (int k = 0; k < steps; ++k) {
    if (!trial.step().solve.converged()) continue;
    ++converged;
    for (auto const& c : trial.simulation().last_step().contact_impulses()) {
      // |phi(c/h, r lambda)| <= tolerance bounds both by tolerance / (2 - sqrt(2)); r >= 1/m.
      EXPECT_GE(c.impulse[0], -2 * tolerance);
      EXPECT_GE(c.value[0], -2 * tolerance);
      EXPECT_LE(std::min(c.impulse[0], c.value[0]), 2 * tolerance);
      pushed += c.impulse[0];
    }
  }
  EXPECT_GE(converged, 0.9 * steps);
  EXPECT_GT(pushed, 1);
}

}  // namespace
}  // namespace orthant::test::separation
