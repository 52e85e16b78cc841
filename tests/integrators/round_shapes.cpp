// Cylinders and ellipsoids: closed forms of rolling, standing and resting.
#include <gtest/gtest.h>

#include "orthant/core/scene/read_body.hpp"
#include "orthant/tests/collision/placed.hpp"
#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::round_shapes {
namespace {

constexpr Real h = 0.005, g = 9.81;

Placed cylinder(Real radius, Real half) {
  return placed(kind_of<shapes::Cylinder>, {{radius, half, 0}});
}

void add(Scene& scene, Motion motion, Placed const& placed, Vec3 const& v = {}, Vec3 const& w = {},
         Real friction = 0.6) {
  BodySpec body;
  body.motion = motion;
  body.pose = placed.X_WS;
  body.twist = stacked(v, w);
  body.shapes = {placed.shape};
  body.shapes[0].surface.friction = friction;
  if (motion == Motion::dynamic) make_solid(body, 2);
  scene.add(body);
}

/// The plane as a half-space, and as the top face of a box.
Placed below(bool box_below) { return box_below ? box(5, 5, 0.5).at(0, 0, -0.5) : half_space(); }

Real energy(Simulation& s) {
  auto const measures = s.measure()[0];
  return measures.kinetic + measures.potential;
}

class RoundShapes : public ::testing::TestWithParam<Json> {};

/// On a slope of angle a with tan a < 3 mu a solid cylinder rolls:  v = (2/3) g sin(a) t.
TEST_P(RoundShapes, ACylinderRollsDownASlope) {
  Real const angle = 0.3, r = 0.1, a = 2. / 3 * g * std::sin(angle);
  for (bool on_box : {false, true}) {
    Scene scene;
    scene.gravity = {{g * std::sin(angle), 0, -g * std::cos(angle)}};
    add(scene, Motion::fixed, below(on_box));
    add(scene, Motion::dynamic, cylinder(r, 0.15).at(0, 0, r, rotation(x_axis, quarter)));
    auto const s = simulation(scene, h, GetParam());
    for (int k = 1; k <= 100; ++k) {
      ASSERT_TRUE(s->step().solve.converged()) << k;
      auto const now = s->snapshot();
      Real const t = k * h, within = 1e-6 + 0.02 * h * a * t;
      EXPECT_NEAR(now.twist[1][0], a * t, within) << k;
      EXPECT_NEAR(now.twist[1][0] - r * now.twist[1][4], 0, within) << k;
      EXPECT_NEAR(now.pose[1].p_WB[0], 0.5 * a * t * t, 0.51 * a * t * h + 1e-6) << k;
      EXPECT_NEAR(now.pose[1].p_WB[2], r, 1e-6) << k;
      EXPECT_NEAR(now.pose[1].p_WB[1], 0, 1e-6) << k;
    }
  }
}

TEST_P(RoundShapes, ACylinderStandsOnItsEndAndStays) {
  for (bool on_box : {false, true}) {
    Scene scene;
    scene.gravity = {{0.3 * g, 0, -g}};  // sticks: 0.3 < mu; stands: 0.3 < r/half
    add(scene, Motion::fixed, below(on_box));
    add(scene, Motion::dynamic, cylinder(0.1, 0.15).at(0, 0, 0.15));
    auto const s = simulation(scene, h, GetParam());
    for (int k = 0; k < 200; ++k) ASSERT_TRUE(s->step().solve.converged()) << k;
    auto const now = s->snapshot();
    EXPECT_LT(norm(now.pose[1].p_WB - Vec3{{0, 0, 0.15}}), 1e-6);
    EXPECT_LT(norm(now.twist[1]), 1e-6);
    EXPECT_NEAR(now.pose[1].q_WB.w, 1, 1e-10);
  }
}

/// It slides without friction and does not wobble; the floor carries its weight.
TEST_P(RoundShapes, ACylinderSlidesUprightOverAnEdgelessFloor) {
  Scene scene;
  add(scene, Motion::fixed, below(true), {}, {}, 0);
  add(scene, Motion::dynamic, cylinder(0.1, 0.15).at(0, 0, 0.15), {{1, 0, 0}}, {{0, 0, 5}}, 0);
  auto const s = simulation(scene, h, GetParam());
  for (int k = 0; k < 100; ++k) ASSERT_TRUE(s->step().solve.converged()) << k;
  auto const now = s->snapshot();
  Twist const expected{{1, 0, 0, 0, 0, 5}};
  EXPECT_LT(norm(now.twist[1] - expected), 1e-6);
  EXPECT_NEAR(now.pose[1].p_WB[2], 0.15, 1e-7);
  Real sum = 0;
  for (auto const& c : s->last_step().contact_impulses()) sum += c.impulse_W[2];
  EXPECT_NEAR(std::fabs(sum), 2 * g * h, 2 * g * h * 1e-5);
}

/// An ellipsoid that rocks on a box with friction comes to rest on its flat side, c above the box.
/// Energy falls; gains from rolling are of the order of the method.
TEST_P(RoundShapes, AnEllipsoidRocksAboutItsLowestState) {
  Scene scene;
  add(scene, Motion::fixed, below(true));
  add(scene, Motion::fixed, half_space().at(0, 0, -5));
  add(scene, Motion::dynamic, ellipsoid(0.2, 0.15, 0.1).at(0, 0, 0.1));
  auto const s = simulation(scene, h, GetParam());
  for (int k = 0; k < 100; ++k) ASSERT_TRUE(s->step().solve.converged()) << k;
  auto const rest = s->snapshot();
  EXPECT_NEAR(rest.pose[2].p_WB[2], 0.1, 1e-7);
  EXPECT_LT(norm(rest.twist[2]), 1e-6);
}

/// The rocking motion is the same on a box and on a half-space, because the same features touch.
TEST_P(RoundShapes, AnEllipsoidRocksOnABoxAsOnAPlane) {
  Vec3 ends[2];
  for (bool on_box : {false, true}) {
    Scene scene;
    add(scene, Motion::fixed, below(on_box));
    Placed egg = ellipsoid(0.2, 0.15, 0.1);
    Real const tilt = 0.4;
    egg = egg.at(0, 0, std::hypot(0.15 * std::sin(tilt), 0.1 * std::cos(tilt)),
                 rotation(x_axis, tilt));
    add(scene, Motion::dynamic, egg);
    auto const s = simulation(scene, h, GetParam());
    Real const start = energy(*s);
    for (int k = 0; k < 100; ++k) {
      ASSERT_TRUE(s->step().solve.converged()) << k;
      EXPECT_LT(energy(*s), start + 0.02 * std::fabs(start)) << k;
    }
    ends[on_box] = s->snapshot().pose[1].p_WB;
  }
  EXPECT_LT(norm(ends[1] - ends[0]), 1e-6);
  EXPECT_GT(std::fabs(ends[0][1]), 1e-3);
}

/// An ellipsoid balances on top of a fixed one with equal axes: 2 c between the centres.
TEST_P(RoundShapes, AnEllipsoidBalancesOnAnother) {
  Scene scene;
  Placed const egg = ellipsoid(0.5, 0.4, 0.1);
  add(scene, Motion::fixed, egg);
  add(scene, Motion::dynamic, egg.at(0, 0, 0.2));
  auto const s = simulation(scene, h, GetParam());
  for (int k = 0; k < 50; ++k) ASSERT_TRUE(s->step().solve.converged()) << k;
  auto const now = s->snapshot();
  EXPECT_NEAR(now.pose[1].p_WB[2], 0.2, 1e-7);
  EXPECT_LT(norm(now.twist[1]), 1e-6);
}

/// A cylinder lies across a thicker one, touching in one point under its middle.
TEST_P(RoundShapes, ACylinderLiesAcrossAnother) {
  Scene scene;
  add(scene, Motion::fixed, cylinder(0.2, 0.3).at(0, 0, 0, rotation(x_axis, quarter)));
  add(scene, Motion::dynamic, cylinder(0.1, 0.3).at(0, 0, 0.3, rotation(y_axis, quarter)));
  auto const s = simulation(scene, h, GetParam());
  for (int k = 0; k < 50; ++k) ASSERT_TRUE(s->step().solve.converged()) << k;
  EXPECT_NEAR(s->snapshot().pose[1].p_WB[2], 0.3, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Integrators, RoundShapes, ::testing::ValuesIn(two_integrators()),
                         [](auto const& test) { return name_of(test.param); });

}  // namespace
}  // namespace orthant::test::round_shapes
