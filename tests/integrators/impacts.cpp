// Impacts with every integrator at its defaults: the separating speed is e times the approach
// speed, for any initial gap of the step, and bodies without restitution do not separate.
#include <gtest/gtest.h>

#include "orthant/tests/collision/placed.hpp"
#include "orthant/tests/integrators/swinging.hpp"

namespace orthant::test::impacts {
namespace {

constexpr Real h = 0.01, radius = 0.1, speed = 1.7;

Scene ball_above_floor(Real e, Real gap, Real gravity) {
  Scene scene;
  scene.gravity = {{0, 0, -gravity}};
  BodySpec floor, ball = spinning({{0.02, 0.02, 0.02}}, {{0, 0, -speed}}, {});
  floor.motion = Motion::fixed;
  ball.pose.p_WB = {{0, 0, radius + gap}};
  Shape plane = half_space().shape, round = sphere(radius).shape;
  plane.surface.friction = round.surface.friction = 0;
  plane.surface.restitution = round.surface.restitution = e;
  floor.shapes = {plane};
  ball.shapes = {round};
  scene.add(floor);
  scene.add(ball);
  return scene;
}

class Impacts : public ::testing::TestWithParam<Json> {};

/// Gaps as fractions of a step's displacement; the speed is that at the start of the step of the
/// impact.
TEST_P(Impacts, LeaveAtRestitutionTimesTheSpeed) {
  for (Real const e : {0.5, 1.0})
    for (Real const gravity : {0.0, 9.81})
      for (Real const part : {0.0, 0.01, 0.3, 0.5, 0.77, 1.0, 2.6}) {
        SCOPED_TRACE(testing::Message() << "e " << e << ", g " << gravity << ", gap " << part);
        auto const s = simulation(ball_above_floor(e, part * h * speed, gravity), h, GetParam());
        Real before = -speed, after = -speed;
        for (int k = 0; k < 6 && after < 0; ++k) {
          before = after;
          EXPECT_TRUE(s->step().solve.converged());
          EXPECT_LT(s->measure()[0].penetration, 1e-9);
          after = s->snapshot().twist[1][2];
        }
        EXPECT_NEAR(after, -e * before, 1e-9);
      }
}

TEST_P(Impacts, WithoutRestitutionStay) {
  for (Real const gravity : {0.0, 9.81})
    for (Real const part : {0.0, 0.01, 0.3, 0.5, 0.77, 1.0, 2.6}) {
      SCOPED_TRACE(testing::Message() << "g " << gravity << ", gap " << part);
      auto const s = simulation(ball_above_floor(0, part * h * speed, gravity), h, GetParam());
      for (int k = 0; k < 12; ++k) {
        EXPECT_TRUE(s->step().solve.converged());
        EXPECT_LT(s->measure()[0].penetration, 1e-9);
        EXPECT_LT(s->snapshot().twist[1][2], 1e-9);
      }
      EXPECT_NEAR(s->snapshot().pose[1].p_WB[2], radius, 1e-8);
      EXPECT_NEAR(s->snapshot().twist[1][2], 0, 1e-9);
    }
}

/// With e = 1 it returns the way it came: every bounce is as high as the first fall.
TEST_P(Impacts, PerfectBouncesKeepTheirHeight) {
  auto const s = simulation(ball_above_floor(1, 0.5, 9.81), 0.005, GetParam());
  Real const top = 0.5 + speed * speed / (2 * 9.81);
  Real highest = 0, last = 0;
  int rises = 0;
  for (int k = 0; k < 1000; ++k) {
    EXPECT_TRUE(s->step().solve.converged());
    auto const now = s->snapshot();
    Real const z = now.pose[1].p_WB[2] - radius;
    if (last > 0 && now.twist[1][2] <= 0) {  // an apex
      ++rises;
      highest = larger(highest, z);
      EXPECT_NEAR(z, top, 0.02);
    }
    last = now.twist[1][2];
  }
  EXPECT_GT(rises, 4);
  EXPECT_LT(highest, top + 0.02);
}

/// A slider stops at its limit.
TEST_P(Impacts, RigidLimitsDoNotReturn) {
  for (Real const part : {0.0, 0.3, 0.5, 0.9, 2.6}) {
    Scene scene;
    scene.gravity = {};
    scene.add(spinning({{0.1, 0.2, 0.3}}, {{0, 0, -speed}}, {}));
    join(scene, "slider", -1, 0, {}, {{0, 0, 1}});
    CoordinateSpec along;
    along.coordinate = "displacement";
    along.lower = -part * h * speed;
    scene.joints.back().coordinates = {along};
    auto const s = simulation(scene, h, GetParam());
    for (int k = 0; k < 12; ++k) {
      EXPECT_TRUE(s->step().solve.converged());
      EXPECT_LT(s->snapshot().twist[0][2], 1e-9) << part;
    }
    EXPECT_NEAR(s->snapshot().pose[0].p_WB[2], along.lower, 1e-8) << part;
  }
}

/// A prescribed rate is the speed at the end of every step, also for a body that starts at rest.
TEST_P(Impacts, PrescribedPositionsGiveTheirRate) {
  for (Real const start : {0.0, 1.0}) {
    Scene scene;
    scene.gravity = {};
    scene.add(spinning({{1, 1, 1}}, {{0, 0, start}}, {}));
    join(scene, "slider", -1, 0, {}, {{0, 0, 1}});
    CoordinateSpec along;
    along.coordinate = "displacement";
    along.motor = Motor::prescribed;
    along.target.rate = 1;
    scene.joints.back().coordinates = {along};
    auto const s = simulation(scene, h, GetParam());
    for (int k = 1; k <= 20; ++k) {
      EXPECT_TRUE(s->step().solve.converged());
      EXPECT_NEAR(s->snapshot().pose[0].p_WB[2], k * h, 1e-9);
    }
    EXPECT_NEAR(s->snapshot().twist[0][2], 1, 1e-6) << start;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Impacts, ::testing::ValuesIn(integrators()),
                         [](auto const& test) { return name_of(test.param); });

}  // namespace
}  // namespace orthant::test::impacts
