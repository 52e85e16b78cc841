// One body on a plane under a load: sticking, sliding, rolling and spinning up, step by step.
//
// All scenes: mass 1 kg, g = 10 m/s^2, mu = 0.5, so that the bound of friction is 5 N; h = 0.01 s.
// A converged step has residuals up to `tolerance` = 1e-10 m/s, and errors of velocities add up
// over the steps.
#include "tests/physics/scenes.hpp"

namespace orthant::test::one_contact {
namespace {

constexpr Real h = 0.01, g = 10, mu = 0.5;
constexpr int steps = 20;
constexpr Real accuracy = steps * 1e-10;  // [m/s], and [N s] as the mass is 1 kg

char const* const box = R"({
  "gravity": [0, 0, -10],
  "bodies": [
    {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
    {"name": "body", "mass": 1, "position": [0, 0, 0.5], "shapes": [{"type": "box", "size": [1, 1, 1]}]}
  ]})";

char const* const sphere = R"({
  "gravity": [0, 0, -10],
  "bodies": [
    {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
    {"name": "body", "mass": 1, "position": [0, 0, 0.5], "shapes": [{"type": "sphere", "radius": 0.5}]}
  ]})";

std::string push_along_x(Real force) { return "bodies.1.force=" + json(force * x_axis); }

class OneContact : public testing::TestWithParam<Settings> {};

TEST_P(OneContact, HoldsABoxUnderASmallLoad) {
  Trial trial(box, h, GetParam(), {push_along_x(2)});
  for (int k = 0; k < steps; ++k) {
    trial.run(1);
    expect_near(trial.impulse_between("floor", "body"), {{-2 * h, 0, g * h}}, accuracy);
    EXPECT_LT(norm(trial.velocity("body")), accuracy);
  }
}

TEST_P(OneContact, SlidesABoxUnderThreeTimesTheBound) {
  Real const load = 3 * mu * g;
  Trial trial(box, h, GetParam(), {push_along_x(load)});
  for (int k = 1; k <= steps; ++k) {
    if (!trial.step_or_say()) return;
    expect_near(trial.impulse_between("floor", "body"), {{-mu * g * h, 0, g * h}}, accuracy);
    expect_near(trial.velocity("body"), {{k * (load - mu * g) * h, 0, 0}}, accuracy);
    for (auto const& c : trial.simulation().last_step().contact_impulses()) {
      // On the cone and opposite to the sliding velocity; the impulse of each contact is a quarter
      // of the total.
      Real const friction = hypot(c.impulse[1], c.impulse[2]);
      Real const speed = hypot(c.value[1], c.value[2]);
      EXPECT_NEAR(friction, mu * c.impulse[0], accuracy);
      EXPECT_NEAR(c.impulse[1] * c.value[1] + c.impulse[2] * c.value[2], -friction * speed,
                  accuracy);
    }
  }
}

/// m a = F - f, I alpha = f r, a = alpha r with I = 2/5 m r^2: f = 2/7 F. The update of u is linear
/// in the impulse, so that this holds in each step.
TEST_P(OneContact, RollsASphereWithoutSlipping) {
  Real const load = 2;
  Trial trial(sphere, h, GetParam(), {push_along_x(load)});
  for (int k = 1; k <= steps; ++k) {
    trial.run(1);
    expect_near(trial.impulse_between("floor", "body"), {{-2 * load / 7 * h, 0, g * h}}, accuracy);
    Real const speed = k * 5 * load / 7 * h;
    expect_near(trial.velocity("body"), {{speed, 0, 0}}, accuracy);
    expect_near(trial.spin("body"), {{0, speed / 0.5, 0}}, 2 * accuracy);
  }
}

/// Rolling would need 2/7 F > mu m g. The spin accelerates by alpha = mu m g r / I.
TEST_P(OneContact, SpinsASphereUpByWhatTheConeAllows) {
  Real const load = 35;
  Trial trial(sphere, h, GetParam(), {push_along_x(load)});
  for (int k = 1; k <= steps; ++k) {
    trial.run(1);
    expect_near(trial.impulse_between("floor", "body"), {{-mu * g * h, 0, g * h}}, accuracy);
    expect_near(trial.velocity("body"), {{k * (load - mu * g) * h, 0, 0}}, accuracy);
    expect_near(trial.spin("body"), {{0, k * mu * g * 0.5 / 0.1 * h, 0}}, 10 * accuracy);
  }
}

/// Backspin: friction acts forwards until the contact point is at rest, and then vanishes.
TEST_P(OneContact, BringsASpinningSphereToRolling) {
  Trial trial(sphere, h, GetParam(), {"bodies.1.angular_velocity=[0,7,0]"});
  // The speed r w = 3.5 m/s of the contact point falls by (1/m + r^2/I) mu m g = 17.5 m/s^2: 0.2 s.
  for (int k = 1; k <= 30; ++k) {
    trial.run(1);
    Real const speed = std::min(k * mu * g * h, 1.0);
    expect_near(trial.velocity("body"), {{speed, 0, 0}}, 3 * accuracy);
    expect_near(trial.spin("body"), {{0, 7 - speed * 0.5 / 0.1, 0}}, 30 * accuracy);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryChoice, OneContact, testing::ValuesIn(every_choice()), name_of);

}  // namespace
}  // namespace orthant::test::one_contact
