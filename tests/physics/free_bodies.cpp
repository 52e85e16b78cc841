// Free bodies that spin: momentum to the bit, and the discrete equations. Collisions conserve
// momentum.
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

/// w+ = w - h I^-1 (m x I m) in world axes with m = (w + w+)/2, then a rotation by 2 atan(h|w+|/2)
/// about w+; with rotation matrices, and the inertia in world axes.
TEST(FreeBodies, SpinByTheDiscreteEulerEquations) {
  Real const h = 0.01;
  Trial trial(top({{1, 2, 3}}), h);
  Vec3 const moment{{2, 3, 4}};
  Vec3 axis[3] = {x_axis, y_axis, z_axis}, w{{1, 2, 3}};
  for (int k = 0; k < 100; ++k) {
    trial.run(1);
    Vec3 const before = w;  // by fixed-point iteration
    for (int round = 0; round < 60; ++round) {
      Vec3 const m = 0.5 * (before + w);
      Vec3 L, change;
      for (int i = 0; i < 3; ++i) L += moment[i] * dot(axis[i], m) * axis[i];
      for (int i = 0; i < 3; ++i) change += dot(axis[i], cross(m, L)) / moment[i] * axis[i];
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

std::string collision(char const* shape) {
  return std::string(R"({"gravity": [0, 0, 0], "bodies": [
    {"name": "a", "mass": 1, "position": [-0.7, 0, 0], "velocity": [3, 0.5, 0],
     "angular_velocity": [1, 2, 3], "shapes": [)") +
         shape + R"(]},
    {"name": "b", "mass": 2.5, "position": [0.7, 0.3, 0.2], "velocity": [-1, 0, 0.1],
     "angular_velocity": [0, -4, 1], "shapes": [)" +
         shape + "]}]}";
}

/// The impulses on two bodies are equal and opposite and act at one point. At the initial poses
/// this conserves the angular momentum too: x+ x m v+ = x- x m v+. Round-off of numbers up to 10.
TEST(Invariance, ACollisionKeepsTheMomentum) {
  Trial trial(collision(R"({"type": "sphere", "radius": 0.5})"), 0.01);
  auto const before = trial.measures();
  trial.run(40);
  auto const after = trial.measures();
  EXPECT_GT(std::abs(trial.velocity("a")[0] - 3), 1);  // they did collide
  expect_near(after.momentum, before.momentum, 1e-13);
  expect_near(after.angular_momentum, before.angular_momentum, 1e-13);
  EXPECT_LT(after.kinetic, before.kinetic);
}

}  // namespace
}  // namespace orthant::test::free_bodies
