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
TEST_P(RoundShapes, AnEllipsoidRocksOnABoxAsOnAPlane) {
  Vec3 ends[2];
  Real const tilt = 0.4, height = std::hypot(0.15 * std::sin(tilt), 0.1 * std::cos(tilt));
  for (bool on_box : {false, true}) {
    auto const s = simulation(
        on({below(on_box)}, ellipsoid(0.2, 0.15, 0.1).at(0, 0, height, rotation(x_axis, tilt))), h,
        GetParam());
    for (int k = 0; k < 100; ++k) ASSERT_TRUE(s->step().solve.converged()) << k;
    ends[on_box] = s->snapshot().pose[1].p_WB;
  }
  EXPECT_LT(norm(ends[1] - ends[0]), 1e-6);
  EXPECT_GT(std::fabs(ends[0][1]), 1e-3);
}

/// What a body that rolls freely does with its energy E, relative to its largest kinetic energy.
struct Rolled {
  Real change = 0;    // of the mean of E, from the first eighth of the time to the last
  Real rise = 0;      // of E above its least value so far ...
  Real by_start = 0;  // ... less what the weight does in one step
  int reported = 0;   // steps
};

Rolled rolled(Scene const& scene, Json const& integrator, Real step, Real time) {
  auto const s = simulation(scene, step, integrator);
  int const steps = static_cast<int>(std::lround(time / step)), part = steps / 8;
  Real least = HUGE_VAL, most = 0, fall = 0, before = s->measure()[0].potential;
  Rolled out;
  for (int k = 0; k < steps; ++k) {
    auto const& report = s->step();
    out.reported += report.gains_energy;
    EXPECT_TRUE(report.solved() || report.gains_energy) << k;
    auto const& now = s->measure()[0];
    Real const E = now.kinetic + now.potential;
    fall = larger(fall, std::fabs(now.potential - before));
    before = now.potential;
    most = larger(most, now.kinetic);
    least = smaller(least, E);
    out.rise = larger(out.rise, E - least);
    out.change += ((k >= steps - part) - (k < part)) * E / part;
  }
  out.change /= most;
  out.by_start = (out.rise - fall) / most;
  out.rise /= most;
  return out;
}

/// An ellipsoid that rocks across its long axis, and rolls about it too; a ball whose centre of
/// mass is not in its middle; an ellipsoid on a large ball.
std::vector<std::pair<char const*, Scene>> rolling() {
  auto const with = [](Placed const& fixed, Placed const& shape, Twist const& u, Real moment) {
    Scene scene;
    scene.add(solid("floor", fixed, Motion::fixed, 2));
    scene.add(solid("b", shape, Motion::dynamic, 2, u, moment));
    return scene;
  };
  Placed const egg = ellipsoid(0.2, 0.3, 0.15).at(0, 0, 0.15);
  Scene eccentric = with(below(true), sphere(0.2).at(0, 0, 0.17), {{0.51, 0, 0, 0, 3, 0}}, 0.02);
  eccentric.bodies[1].shapes[0].X_BS.p_WB = {{0.05, 0, 0.03}};
  return {{"rocking", with(half_space(), egg, {{0.6, 0, 0, 0, 4, 0}}, 0.02)},
          {"rolling and rocking", with(half_space(), egg, {{0.45, -0.15, 0, 1, 3, 0.3}}, 0.02)},
          {"off centre", eccentric},
          {"on a ball", with(sphere(2).at(0, 0, -2), egg, {{0.06, 0, 0, 0, 0.4, 0}}, 0.02)}};
}

class Rolling : public ::testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Integrators, Rolling, testing::ValuesIn(integrators()), by_integrator);

/// Nothing gives a rolling body energy. Where J of one pose has both the forces and the velocities,
/// as in `moreau_jean` at its start, a step may, and is reported before that is a twentieth.
TEST_P(Rolling, GainsNoEnergyOrIsReported) {
  for (auto const& [what, scene] : rolling()) {
    SCOPED_TRACE(what);
    auto const out = rolled(scene, GetParam(), h, 5);
    if (out.reported > 0) {
      EXPECT_EQ(GetParam()["type"], "moreau_jean");
      continue;
    }
    EXPECT_LT(out.change, 1e-3);
    EXPECT_LT(out.by_start, 1e-3);
  }
}

/// The axis of turning moves in an ellipsoid of three moments that spins, and in a cone that rolls
/// on its side: the gyroscopic torque acts against that of the contact.
TEST(TurningAxes, KeepTheEnergy) {
  auto const on_plane = [](Placed const& shape, Twist const& u, Vec3 const& moments) {
    Scene scene;
    scene.add(solid("floor", half_space(), Motion::fixed, 2));
    scene.add(solid("b", shape, Motion::dynamic, 2, u, 1));
    scene.bodies[1].inertia_B = diagonal(moments);
    return scene;
  };
  Real const half_angle = std::atan2(0.1, 0.3), height = 0.225 * std::sin(half_angle);
  Scene const egg = on_plane(ellipsoid(0.2, 0.3, 0.15).at(0, 0, 0.15), {{0.15, 0, 0, 0, 1, 6}},
                             {{0.02, 0.018, 0.026}});
  Scene const lying = on_plane(placed(kind_of<shapes::Cone>, {{0.1, 0.3, 0}})
                                   .at(0, 0, height, rotation(y_axis, quarter + half_angle)),
                               {{0, -6 * height, 0, 6, 0, 0}}, {{0.006, 0.006, 0.003}});
  for (auto const* type : {"implicit_euler", "implicit_midpoint", "variational"}) {
    SCOPED_TRACE(type);
    EXPECT_LT(std::fabs(rolled(egg, {{"type", type}}, 0.004, 10).change), 1e-4);
    EXPECT_LT(std::fabs(rolled(lying, {{"type", type}}, 0.004, 10).change), 1e-7);
  }
}

}  // namespace
}  // namespace orthant::test::round_shapes
