// Free bodies that spin: momentum to the bit, the discrete equations, and the time of a flip.
#include "tests/physics/scenes.hpp"

namespace orthant::test::free_bodies {
namespace {

/// A body with the principal moments 2, 3 and 4 kg m^2, alone.
std::string top(Vec3 const& spin) {
  return R"({"gravity": [0, 0, 0], "bodies": [
    {"name": "top", "mass": 2, "inertia": [2, 3, 4], "velocity": [1, -2, 0.5], "angular_velocity": )" +
         json(spin) + "}]}";
}

TEST(FreeBodies, KeepLinearMomentumToTheBit) {
  Trial trial(top({{0.3, 4, 1}}), 0.01);
  Vec3 const before = trial.measures().momentum;
  trial.run(200);
  Vec3 const after = trial.measures().momentum;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(after[i], before[i]);
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

}  // namespace
}  // namespace orthant::test::free_bodies
