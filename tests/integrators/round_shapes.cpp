// Cylinders and ellipsoids: closed forms of rolling, standing and resting.
#include "orthant/core/scene/read_body.hpp"
#include "tests/integrators/solids.hpp"

namespace orthant::test::round_shapes {
namespace {

constexpr Real h = 0.005, g = 9.81;

/// On fixed shapes, as a solid of 2 kg.
Scene on(std::vector<Placed> const& fixed, Placed const& shape, Vec3 const& gravity = {{0, 0, -g}},
         Real friction = 0.6, Twist const& u = {}) {
  Scene scene;
  scene.gravity = gravity;
  for (auto const& each : fixed) scene.add(solid("", each, Motion::fixed, friction));
  BodySpec body = solid("b", shape, Motion::dynamic, friction, u);
  make_solid(body, 2);
  scene.add(body);
  return scene;
}

/// The plane as a half-space, and as the top face of a box.
Placed below(bool box_below) { return box_below ? box(5, 5, 0.5).at(0, 0, -0.5) : half_space(); }

class RoundShapes : public ::testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Integrators, RoundShapes, testing::ValuesIn(two_integrators()),
                         by_integrator);

/// On a slope of angle a with tan a < 3 mu a solid cylinder rolls:  v = (2/3) g sin(a) t.
TEST_P(RoundShapes, ACylinderRollsDownASlope) {
  Real const angle = 0.3, r = 0.1, a = 2. / 3 * g * std::sin(angle);
  for (bool on_box : {false, true}) {
    auto const s =
        simulation(on({below(on_box)}, cylinder(r, 0.15).at(0, 0, r, rotation(x_axis, quarter)),
                      {{g * std::sin(angle), 0, -g * std::cos(angle)}}),
                   h, GetParam());
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

TEST_P(RoundShapes, StayWhereTheyStandAndLie) {
  Placed const egg = ellipsoid(0.5, 0.4, 0.1);
  Vec3 const askew{{0.3 * g, 0, -g}};  // sticks: 0.3 < mu; stands: 0.3 < r/half
  struct {
    char const* what;
    Scene scene;
    int steps;
    Real near;
  } const cases[] = {
      {"on its end", on({below(false)}, cylinder(0.1, 0.15).at(0, 0, 0.15), askew), 200, 1e-6},
      {"on its end on a box", on({below(true)}, cylinder(0.1, 0.15).at(0, 0, 0.15), askew), 200,
       1e-6},
      {"on its flat side",
       on({below(true), half_space().at(0, 0, -5)}, ellipsoid(0.2, 0.15, 0.1).at(0, 0, 0.1)), 100,
       1e-7},
      {"on top of another with equal axes", on({egg}, egg.at(0, 0, 0.2)), 50, 1e-7},
      {"across a thicker one, touching in one point under its middle",
       on({cylinder(0.2, 0.3).at(0, 0, 0, rotation(x_axis, quarter))},
          cylinder(0.1, 0.3).at(0, 0, 0.3, rotation(y_axis, quarter))),
       50, 1e-6}};
  for (auto const& each : cases) {
    SCOPED_TRACE(each.what);
    auto const s = simulation(each.scene, h, GetParam());
    for (int k = 0; k < each.steps; ++k) ASSERT_TRUE(s->step().solve.converged()) << k;
    auto const now = s->snapshot();
    auto const start = each.scene.bodies.back().pose;
    EXPECT_LT(norm(now.pose.back().p_WB - start.p_WB), each.near);
    EXPECT_LT(norm(now.twist.back()), 1e-6);
    auto const turned = conjugate(start.q_WB) * now.pose.back().q_WB;
    EXPECT_NEAR(std::fabs(turned.w), 1, 1e-10);
  }
}

/// It slides without friction and does not wobble; the floor carries its weight.
TEST_P(RoundShapes, ACylinderSlidesUprightOverAnEdgelessFloor) {
  Twist const u{{1, 0, 0, 0, 0, 5}};
  auto const s = simulation(
      on({below(true)}, cylinder(0.1, 0.15).at(0, 0, 0.15), {{0, 0, -g}}, 0, u), h, GetParam());
  for (int k = 0; k < 100; ++k) ASSERT_TRUE(s->step().solve.converged()) << k;
  auto const now = s->snapshot();
  EXPECT_LT(norm(now.twist[1] - u), 1e-6);
  EXPECT_NEAR(now.pose[1].p_WB[2], 0.15, 1e-7);
  Real sum = 0;
  for (auto const& c : s->last_step().contact_impulses()) sum += c.impulse_W[2];
  EXPECT_NEAR(std::fabs(sum), 2 * g * h, 2 * g * h * 1e-5);
}

/// The rocking motion is the same on a box and on a half-space, because the same features touch.
/// Energy falls; gains from rolling are of the order of the method.
TEST_P(RoundShapes, AnEllipsoidRocksOnABoxAsOnAPlane) {
  Vec3 ends[2];
  Real const tilt = 0.4, height = std::hypot(0.15 * std::sin(tilt), 0.1 * std::cos(tilt));
  for (bool on_box : {false, true}) {
    auto const s = simulation(
        on({below(on_box)}, ellipsoid(0.2, 0.15, 0.1).at(0, 0, height, rotation(x_axis, tilt))), h,
        GetParam());
    auto const energy = [&] { return s->measure()[0].kinetic + s->measure()[0].potential; };
    Real const start = energy();
    for (int k = 0; k < 100; ++k) {
      ASSERT_TRUE(s->step().solve.converged()) << k;
      EXPECT_LT(energy(), start + 0.02 * std::fabs(start)) << k;
    }
    ends[on_box] = s->snapshot().pose[1].p_WB;
  }
  EXPECT_LT(norm(ends[1] - ends[0]), 1e-6);
  EXPECT_GT(std::fabs(ends[0][1]), 1e-3);
}

}  // namespace
}  // namespace orthant::test::round_shapes
