// A cube on a slope: it rests below the friction angle, slides above it, and stops at the right
// place.
#include "tests/physics/scenes.hpp"

namespace orthant::test::incline {
namespace {

constexpr Real h = 0.01, g = 9.81, mu = 0.3;
char const* const slope = R"({"assemblies": [{"type": "incline", "friction": 0.3}]})";
char const* const cube = "assembly 0/cube";

std::string ratio(Real r) { return "assemblies.0.ratio=" + json(r); }
std::string direction(Real degrees) { return "assemblies.0.direction=" + json(degrees); }

/// The setting of the experiment with this name, which reaches 1e-12 m/s.
Settings tight(Real tolerance) {
  return {.ncp = "minimum_map", .scaling = "diagonal", .tolerance = tolerance};
}

class Direction : public testing::TestWithParam<Real> {};

TEST_P(Direction, AtNinetyNinePercentOfTheFrictionAngleThereIsNoCreep) {
  Trial trial(slope, h, tight(1e-12), {ratio(0.99), direction(GetParam())});
  for (int k = 0; k < 100; ++k) {
    trial.run(1);
    EXPECT_LE(norm(trial.velocity(cube)), 1e-12);
  }
  EXPECT_LE(trial.measures().drift, 1e-12);
}

/// a = g (sin - mu cos) in every step, and x = a h^2 k (k + 1) / 2: implicit Euler moves with the
/// new velocity. The cube slides downhill, whatever the direction relative to the cube and the
/// tangents.
TEST_P(Direction, AboveItTheCubeSlidesAsItMust) {
  Real const angle = std::atan(1.5 * mu), a = g * (std::sin(angle) - mu * std::cos(angle));
  Real const heading = GetParam() * pi / 180;
  Vec3 const down{{std::cos(heading), std::sin(heading), 0}};
  Trial trial(slope, h, tight(1e-11), {ratio(1.5), direction(GetParam())});
  for (int k = 1; k <= 50; ++k) {
    trial.run(1);
    // Residuals of 1e-11 m/s in each of 50 steps.
    expect_near(trial.velocity(cube), k * a * h * down, 1e-9);
    expect_near(trial.position(cube), Vec3{{0, 0, 0.5}} + a * h * h * k * (k + 1) / 2 * down, 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Degrees, Direction, testing::Values(0, 17, 45, 90, 200));

/// On the level: v_k = v0 - k mu g h until the sign would change, and the cube moves by h v_k.
Real stopping_distance(Real v0, Real step) {
  Real x = 0;
  for (Real v = v0 - mu * g * step; v > 0; v -= mu * g * step) x += step * v;
  return x;
}

Settings const good{.tolerance = 1e-9};

Vec3 slide(Real v0, Real step, Real degrees) {
  Real const heading = degrees * pi / 180;
  Trial trial(slope, step, good, {ratio(0)});
  auto start = trial.simulation().snapshot();
  start.twist.back() = {{v0 * std::cos(heading), v0 * std::sin(heading), 0, 0, 0, 0}};
  trial.simulation().set_state(start);
  int const enough = static_cast<int>(v0 / (mu * g * step)) + 5;
  trial.run(enough);
  EXPECT_LE(norm(trial.velocity(cube)), 2 * good.tolerance);
  return trial.position(cube) - Vec3{{0, 0, 0.5}};
}

TEST(Slide, StopsAfterTheDiscreteDistanceInEveryDirection) {
  Real const v0 = 3, expected = stopping_distance(v0, h);
  for (Real degrees : {0, 45, 100}) {
    Real const heading = degrees * pi / 180;
    Vec3 const along{{std::cos(heading), std::sin(heading), 0}};
    expect_near(slide(v0, h, degrees), expected * along, 1e-7);  // 107 steps of 1e-9 m/s
  }
}

}  // namespace
}  // namespace orthant::test::incline
