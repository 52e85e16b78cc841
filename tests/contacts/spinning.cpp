// Torsional and rolling friction: a ball that spins, rolls, and rests on a slope.
#include "tests/physics/scenes.hpp"

namespace orthant::test::spinning {
namespace {

constexpr Real g = 10, radius = 0.5, h = 0.01, inertia = 0.4 * radius * radius, coefficient = 0.02;

Changes with(std::string const& kind, Changes more = {}) {
  more.push_back("bodies.0." + kind + "=" + json(coefficient));
  more.push_back("bodies.1." + kind + "=" + json(coefficient));
  return more;
}

/// I dw/dt = -rho m g until it stops, in every step.
TEST(TorsionalFriction, StopsASpinningBallInTheDiscreteTime) {
  Trial trial(ball_on_floor, h, {},
              with("torsional_friction", {"bodies.1.angular_velocity=[0,0,1]"}));
  for (int k = 1; k <= 70; ++k) {
    trial.run(1);
    Real const spin = std::max(0.0, 1 - k * h * coefficient * g / inertia);
    expect_near(trial.spin("body"), spin * z_axis, 1e-8);
    expect_near(trial.velocity("body"), {}, 1e-8);
    auto const all = trial.simulation().last_step().contact_impulses();
    ASSERT_EQ(all.size(), 1u);
    if (spin > 0) expect_near(all[0].moment_W, -coefficient * g * h * z_axis, 1e-9);
    EXPECT_TRUE(trial.simulation().last_step().joint_impulses().empty());
  }
  EXPECT_LT(norm(trial.spin("body")), 1e-10);
}

/// m dv/dt = -f, I dw/dt = f R - rho m g and v = w R:  dv/dt = -rho m g R/(I + m R^2).
TEST(RollingFriction, StopsARollingBallInTheDiscreteTime) {
  Real const slows = coefficient * g * radius / (inertia + radius * radius);
  Vec3 const direction{{0.6, 0.8, 0}}, axis{{-0.8, 0.6, 0}};
  Trial trial(ball_on_floor, h, {},
              with("rolling_friction", {"bodies.1.velocity=" + json(0.2 * direction),
                                        "bodies.1.angular_velocity=" + json(0.2 / radius * axis)}));
  for (int k = 1; k <= 100; ++k) {
    trial.run(1);
    Real const speed = std::max(0.0, 0.2 - k * h * slows);
    expect_near(trial.velocity("body"), speed * direction, 1e-8);
    expect_near(trial.spin("body"), speed / radius * axis, 1e-8);
  }
  EXPECT_LT(norm(trial.velocity("body")), 4e-10);  // five rows, each with an error of 1e-10 m/s
}

/// A slope at an angle a holds the ball if tan a <= rho/R; above that it rolls down with
///   dv/dt = g (sin a - rho/R cos a) m R^2/(I + m R^2).
TEST(RollingFriction, HoldsABallOnASlope) {
  for (Real ratio : {0.5, 0.99, 1.01, 3.}) {
    Real const angle = std::atan(ratio * coefficient / radius);
    Vec3 const down{{0.8, -0.6, 0}};
    Trial trial(ball_on_floor, h, {},
                with("rolling_friction",
                     {"gravity=" + json(g * (std::sin(angle) * down - std::cos(angle) * z_axis))}));
    Real const a =
        std::max(0.0, g * (std::sin(angle) - coefficient / radius * std::cos(angle)) * 5 / 7);
    for (int k = 1; k <= 50; ++k) {
      trial.run(1);
      expect_near(trial.velocity("body"), k * h * a * down, ratio < 1 ? 4e-10 : 1e-8);
    }
    if (ratio < 1) {
      EXPECT_LT(trial.measures().drift, 50 * h * 1e-10);
    }
  }
}

/// With both, next to a contact that has neither.
TEST(RollingFriction, BelongsToTheContactsThatHaveIt) {
  auto changes = with("rolling_friction", with("torsional_friction"));
  changes.push_back("bodies.1.angular_velocity=[0,0,0.5]");
  char const* const two = R"({
    "gravity": [0, 0, -10],
    "bodies": [
      {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
      {"name": "body", "mass": 1, "position": [0, 0, 0.5],
       "shapes": [{"type": "sphere", "radius": 0.5}]},
      {"name": "free", "mass": 1, "position": [3, 0, 0.5], "angular_velocity": [0, 0, 0.5],
       "shapes": [{"type": "sphere", "radius": 0.5}]}]})";
  Trial trial(two, h, {}, changes);
  trial.run(40);
  EXPECT_LT(norm(trial.spin("body")), 1e-10);
  expect_near(trial.spin("free"), 0.5 * z_axis, 1e-9);
}

TEST(RollingFriction, ItsImpulsesAreRememberedAcrossSteps) {
  Real const angle = std::atan(0.9 * coefficient / radius);
  auto const changes =
      with("rolling_friction",
           {"gravity=" + json(g * (std::sin(angle) * x_axis - std::cos(angle) * z_axis))});
  Trial warm(ball_on_floor, h, {}, changes),
      fresh(ball_on_floor, h, {.warm_start = false}, changes);
  EXPECT_LT(2 * warm.run(20), fresh.run(20));
}

}  // namespace
}  // namespace orthant::test::spinning
