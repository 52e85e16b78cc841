// Free bodies: falling, pushed, and spinning.
#include "tests/physics/scenes.hpp"

namespace orthant::test::free_bodies {
namespace {

/// A body with the principal moments 2, 3 and 4 kg m^2, alone.
std::string top(Vec3 const& spin) {
  return R"({"gravity": [0, 0, 0], "bodies": [
    {"name": "top", "mass": 2, "inertia": [2, 3, 4], "velocity": [1, -2, 0.5], "angular_velocity": )" +
         json(spin) + "}]}";
}

TEST(FreeBodies, FallByTheSumOfTheirVelocities) {
  Real const h = 0.01, g = 9.81;
  Trial trial(R"({"bodies": [{"name": "stone", "mass": 3, "velocity": [2, 0, 1],
                              "shapes": [{"type": "sphere", "radius": 0.1}]}]})",
              h);
  int const n = 100;
  trial.run(n);
  // n roundings of numbers up to 10.
  expect_near(trial.velocity("stone"), {{2, 0, 1 - g * n * h}}, n * 1e-15 * 10);
  expect_near(trial.position("stone"), {{2 * n * h, 0, n * h - g * h * h * n * (n + 1) / 2}},
              n * 1e-15 * 10);
}

TEST(FreeBodies, TakeUpForcesAndTorques) {
  Real const h = 0.01;
  Trial trial(R"({"gravity": [0, 0, 0], "bodies": [{"name": "top", "mass": 2, "inertia": [2, 3, 4],
                  "force": [4, -2, 1], "torque": [0, 6, 0]}]})",
              h);
  int const n = 50;
  trial.run(n);
  expect_near(trial.velocity("top"), n * h * Vec3{{2, -1, 0.5}}, 1e-13);
  expect_near(trial.spin("top"), {{0, n * h * 2, 0}}, 1e-13);  // about a principal axis: no more
  // Each step rotates by 2 atan(h w/2), the Cayley map.
  Real angle = 0;
  for (int k = 1; k <= n; ++k) angle += 2 * std::atan(h * k * h * 2 / 2);
  auto const q = trial.pose("top").q_WB;
  EXPECT_NEAR(q.w, std::cos(angle / 2), 1e-13);
  EXPECT_NEAR(q.y, std::sin(angle / 2), 1e-13);
}

TEST(FreeBodies, KeepLinearMomentumToTheBit) {
  Trial trial(top({{0.3, 4, 1}}), 0.01);
  Vec3 const before = trial.measures().momentum;
  trial.run(200);
  Vec3 const after = trial.measures().momentum;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(after[i], before[i]);
}

/// Largest relative change of the angular momentum about the centre over two seconds.
Real angular_momentum_drift(Real h) {
  Trial trial(top({{1, 2, 3}}), h, {}, {"bodies.0.velocity=[0,0,0]"});
  Vec3 const before = trial.measures().angular_momentum;
  Real worst = 0;
  for (int k = 0; k < std::lround(2 / h); ++k) {
    trial.run(1);
    worst = std::max(worst, norm(trial.measures().angular_momentum - before) / norm(before));
  }
  return worst;
}

TEST(FreeBodies, KeepAngularMomentumToFirstOrder) {
  Real const coarse = angular_momentum_drift(0.004), middle = angular_momentum_drift(0.002),
             fine = angular_momentum_drift(0.001);
  EXPECT_LT(fine, 0.02);
  EXPECT_NEAR(coarse / middle, 2, 0.2);  // the rest is of second order
  EXPECT_NEAR(middle / fine, 2, 0.1);
}

/// w+ = w - h I^-1 (w x I w) in world axes, then a rotation by 2 atan(h|w+|/2) about w+; with
/// rotation matrices, and the inertia in world axes.
TEST(FreeBodies, SpinByTheDiscreteEulerEquations) {
  Real const h = 0.01;
  Trial trial(top({{1, 2, 3}}), h);
  Vec3 const moment{{2, 3, 4}};
  Vec3 axis[3] = {x_axis, y_axis, z_axis}, w{{1, 2, 3}};
  for (int k = 0; k < 100; ++k) {
    trial.run(1);
    Vec3 const before = w;  // I (w+ - w) + h w+ x I w+ = 0, by fixed-point iteration
    for (int round = 0; round < 60; ++round) {
      Vec3 L, change;
      for (int i = 0; i < 3; ++i) L += moment[i] * dot(axis[i], w) * axis[i];
      for (int i = 0; i < 3; ++i) change += dot(axis[i], cross(w, L)) / moment[i] * axis[i];
      w = before - h * change;
    }
    Real const angle = 2 * std::atan(h * norm(w) / 2), c = std::cos(angle), s = std::sin(angle);
    Vec3 const n = unit(w);
    for (auto& a : axis) a = c * a + s * cross(n, a) + (1 - c) * dot(n, a) * n;  // Rodrigues
  }
  expect_near(trial.spin("top"), w, 1e-12);  // 100 steps of round-off
  auto const q = trial.pose("top").q_WB;
  for (int i = 0; i < 3; ++i) {
    Vec3 e;
    e[i] = 1;
    expect_near(rotate(q, e), axis[i], 1e-12);
  }
}

/// Time at which the spin about the middle axis first vanishes [Landau and Lifshitz, Mechanics,
/// par. 37]:
/// K(k) / n, with n^2 = (I3 - I2)(L^2 - 2 E I1) / (I1 I2 I3),
/// k^2 = (I2 - I1)(2 E I3 - L^2) / ((I3 - I2)(L^2 - 2 E I1)), for L^2 > 2 E I2.
Real time_of_flip(Real w2, Real w3) {
  Real const I1 = 2, I2 = 3, I3 = 4;
  Real const L2 = I2 * I2 * w2 * w2 + I3 * I3 * w3 * w3, E2 = I2 * w2 * w2 + I3 * w3 * w3;
  Real const n = std::sqrt((I3 - I2) * (L2 - E2 * I1) / (I1 * I2 * I3));
  Real const k = std::sqrt((I2 - I1) * (E2 * I3 - L2) / ((I3 - I2) * (L2 - E2 * I1)));
  return std::comp_ellint_1(k) / n;
}

Real simulated_flip(Real h, Real w2, Real w3) {
  Trial trial(top({{0, w2, w3}}), h);
  Real before = w2;
  for (int k = 1; k * h < 5; ++k) {
    trial.run(1);
    Real const now = dot(trial.spin("top"), rotate(trial.pose("top").q_WB, y_axis));
    if (now <= 0) return (k - now / (now - before)) * h;
    before = now;
  }
  return HUGE_VAL;
}

TEST(FreeBodies, FlipAboutTheMiddleAxisWhenTheyShould) {
  Real const exact = time_of_flip(5, 1);
  Real const coarse = std::abs(simulated_flip(0.002, 5, 1) - exact);
  Real const fine = std::abs(simulated_flip(0.001, 5, 1) - exact);
  EXPECT_LT(fine, 0.01 * exact);
  EXPECT_NEAR(coarse / fine, 2, 0.2);
}

TEST(FreeBodies, DoNotFlipAboutTheOtherAxes) {
  for (int i : {0, 2}) {
    Vec3 spin{{0.1, 0.1, 0.1}}, axis;
    spin[i] = 5;
    axis[i] = 1;
    Trial trial(top(spin), 0.002);
    for (int k = 0; k < 2000; ++k) {
      trial.run(1);
      ASSERT_GT(dot(rotate(trial.pose("top").q_WB, axis), axis), 0.99);
    }
  }
}

}  // namespace
}  // namespace orthant::test::free_bodies
