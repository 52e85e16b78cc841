// Meshing wheels, and a pinion on its rack, against closed forms. Couplings, whose orders and
// energies have closed forms of their own, move as they do.
#include "orthant/tests/integrators/simulations.hpp"
#include "tests/joints/couplings.hpp"

namespace orthant::test::gears {
namespace {

using couplings::hinge, couplings::solver, couplings::wheel;

class Gears : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Two, Gears, testing::ValuesIn(two_integrators()),
                         [](auto const& test) { return orthant::test::name_of(test.param); });

Json gear(char const* a, char const* b, Vec3 const& point_a, Vec3 const& point_b, Real teeth_a,
          Real teeth_b, Json const& more = Json::object()) {
  Json out = {{"type", "gear"},
              {"a", a},
              {"b", b},
              {"point_a", json_of(point_a)},
              {"point_b", json_of(point_b)},
              {"axis", {0, 0, 1}},
              {"teeth_a", teeth_a},
              {"teeth_b", teeth_b}};
  out.update(more);
  return out;
}

/// The hinges of two wheels are 0.3, 0.4 apart: D = 0.5 m, r_a = 0.2 m and r_b = 0.3 m.
Vec3 const centre_b{{0.3, 0.4, 0}};
Real const inertia_a = 0.02, inertia_b = 0.05, torque = 0.5;

Json two_wheels(Json const& more = Json::object(), Real teeth_b = 30) {
  return {{"gravity", {0, 0, 0}},
          {"bodies", {wheel("a", inertia_a, {}), wheel("b", inertia_b, centre_b)}},
          {"joints",
           {hinge("of a", "a", {}, torque), hinge("of b", "b", centre_b),
            gear("a", "b", {}, centre_b, 20, teeth_b, more)}}};
}

/// r_a theta_a + r_b theta_b = 0 over turns, and (I_a + I_b (r_a/r_b)^2) alpha = tau. Angles are
/// updated to third order in h w, which limits the accuracy of speeds and their ratios.
TEST_P(Gears, OfTwoWheelsTurnByTheirRatio) {
  Real const h = 0.005, alpha = torque / (inertia_a + inertia_b * 4 / 9);
  JointRun run(two_wheels(), h, GetParam(), solver);
  UnwrappedAngle a, b;
  int const steps = 400;
  for (int k = 0; k < steps; ++k) {
    run.step();
    Real const rotation_a = a.of(run.pose(0)), rotation_b = b.of(run.pose(1));
    ASSERT_NEAR(rotation_b, -rotation_a * 2 / 3, 1e-9) << k;
  }
  EXPECT_GT(a.of(run.pose(0)), 3 * 2 * M_PI);
  Real const w = alpha * h * steps, square = h * h * w * w;
  EXPECT_NEAR(run.twist(0)[5], w, 0.2 * square * w);
  EXPECT_NEAR(run.twist(1)[5], -w * 2 / 3, 0.2 * square * w);
  // The force of the teeth rotates the second wheel: F r_b = I_b alpha_b, perpendicular to the line
  // of centres.
  Vec3 const across{{-0.8, 0.6, 0}}, force = run.reaction(2).force_W;
  Real const F = inertia_b * alpha * (2. / 3) / 0.3;
  EXPECT_NEAR(dot(force, across), F, 0.02 * F);
  EXPECT_NEAR(norm(force), F, 0.02 * F);
}

/// For equal wheels the speeds are exactly opposite.
TEST_P(Gears, OfEqualWheelsTurnAlike) {
  JointRun run(two_wheels(Json::object(), 20), 0.005, GetParam(), solver);
  run.step(300);
  EXPECT_NEAR(run.twist(0)[5], 0.75 / (inertia_a + inertia_b), 1e-9);
  EXPECT_NEAR(run.twist(1)[5], -run.twist(0)[5], 1e-9);
}

/// Independent of the names a and b; a wheel in a ring rotates in the same direction.
TEST(GearSigns, AreThoseOfTheMesh) {
  auto const ratio = [](Json const& joint) {
    Json scene = two_wheels();
    scene["joints"][2] = joint;
    JointRun run(scene, 0.001);
    run.step(50);
    return run.twist(1)[5] / run.twist(0)[5];
  };
  Json const internal = {{"internal", true}};
  EXPECT_NEAR(ratio(gear("a", "b", {}, centre_b, 20, 30)), -2. / 3, 1e-3);
  EXPECT_NEAR(ratio(gear("b", "a", centre_b, {}, 30, 20)), -2. / 3, 1e-3);
  EXPECT_NEAR(ratio(gear("a", "b", {}, centre_b, 20, 30, internal)), 2. / 3, 1e-3);
  EXPECT_NEAR(ratio(gear("b", "a", centre_b, {}, 30, 20, internal)), 2. / 3, 1e-3);
  EXPECT_NEAR(ratio(gear("a", "b", {}, centre_b, 30, 20, internal)), 3. / 2, 1e-3);
}

/// Sun of 0.2 m, planet of 0.1 m on a carrier, ring of 0.4 m at rest. By Willis' equation
///   (w_ring - w_carrier) / (w_sun - w_carrier) = -1/2:   w_carrier = w_sun/3,  w_planet = -w_sun
/// and by virtual work  tau = (I_s + (I_c + m R^2)/9 + I_p) alpha.
TEST_P(Gears, OfAPlanetTurnByWillisEquation) {
  Vec3 const centre{{0.3, 0, 0}};
  Real const h = 0.005, I_s = 0.01, I_c = 0.03, I_p = 0.005, tau = 0.3;
  Json of_planet = hinge("of planet", "planet", centre);
  of_planet["a"] = "carrier";
  Json const scene = {
      {"gravity", {0, 0, 0}},
      {"bodies", {wheel("sun", I_s, {}), wheel("carrier", I_c, {}), wheel("planet", I_p, centre)}},
      {"joints",
       {hinge("of sun", "sun", {}, tau), hinge("of carrier", "carrier", {}), of_planet,
        gear("sun", "planet", {}, centre, 20, 10),
        gear("world", "planet", {}, centre, 40, 10, {{"internal", true}})}}};
  JointRun run(scene, h, GetParam(), solver);
  UnwrappedAngle sun, carrier, planet;
  int const steps = 400;
  for (int k = 0; k < steps; ++k) {
    run.step();
    Real const rotation = sun.of(run.pose(0)), held = 1e-8;
    ASSERT_NEAR(carrier.of(run.pose(1)), rotation / 3, held) << k;
    ASSERT_NEAR(planet.of(run.pose(2)), -rotation, held) << k;
  }
  EXPECT_GT(sun.of(run.pose(0)), 2 * 2 * M_PI);
  Real const w = tau / (I_s + (I_c + 0.09) / 9 + I_p) * h * steps;
  // The planet orbits: methods of first order lose a part h of its motion.
  Real const near = (orders(GetParam()).state == 2 ? 0.01 : 0.5 * h * w) * w;
  EXPECT_NEAR(run.twist(0)[5], w, near);
  EXPECT_NEAR(run.twist(1)[5], w / 3, near);
  EXPECT_NEAR(run.twist(2)[5], -w, near);
}

/// A pinion rolls on a fixed rack, held on its line, on a slope of 3 : 4.
TEST_P(Gears, OfAPinionThatRollsDownItsRack) {
  Real const r = 0.05, m = 2, I = 0.004;
  Json const scene = {
      {"gravity", {9.81 * 0.6, -9.81 * 0.8, 0}},
      {"bodies",
       {{{"name", "pinion"}, {"mass", m}, {"inertia", {I, I, I}}, {"position", {0, r, 0}}}}},
      {"joints",
       {{{"type", "point_on_line"}, {"b", "pinion"}, {"point", {0, r, 0}}, {"axis", {1, 0, 0}}},
        {{"type", "rack"},
         {"b", "pinion"},
         {"point_a", {0, 0, 0}},
         {"point_b", {0, r, 0}},
         {"axis", {0, 0, 1}}}}}};
  Real const h = 0.002, a = 9.81 * 0.6 * m / (m + I / (r * r));
  JointRun run(scene, h, GetParam(), solver);
  run.step(300);
  EXPECT_NEAR(run.twist()[0], a * 0.6, 0.01 * a);
  EXPECT_NEAR(run.twist()[5], -run.twist()[0] / r, 0.01 * a / r);
}

/// A wheel against a fixed one: teeth of compliance C deform by C F under F = tau / r_b.
Json held_wheel(Json const& more) {
  Json body = wheel("b", inertia_b, centre_b);
  body["torque"] = {0, 0, torque};
  return {
      {"gravity", {0, 0, 0}},
      {"bodies", Json::array({body})},
      {"joints", {hinge("of b", "b", centre_b), gear("world", "b", {}, centre_b, 20, 30, more)}}};
}

TEST_P(Gears, YieldByTheirCompliance) {
  Real const C = 1e-3, D = 2 * std::sqrt(inertia_b / (0.09 * C));
  JointRun run(held_wheel({{"compliance", C}, {"damping", D}}), 0.01, GetParam(), solver);
  run.step(300);
  UnwrappedAngle b;
  EXPECT_NEAR(b.of(run.pose()), C * torque / 0.09, 1e-8);
}

TEST_P(Gears, AreFreeWithinTheirBacklash) {
  Real const backlash = 0.02, h = 0.002;
  JointRun run(held_wheel({{"backlash", backlash}}), h, GetParam(), solver);
  UnwrappedAngle b;
  run.step(10);
  EXPECT_NEAR(run.twist()[5], torque / inertia_b * 10 * h, 1e-5) << "free";
  run.step(500);
  EXPECT_NEAR(b.of(run.pose()), 0.5 * backlash / 0.3, 1e-5) << "and stopped at its end";
  EXPECT_NEAR(run.twist()[5], 0, h * torque / inertia_b) << "of bdf2, what a step gives";
}

/// Bodies that only spin in their bearings: the default tolerance follows from their spin.
TEST_P(Gears, AreSolvedByDefaultThoughNoCentreMoves) {
  Json scene = two_wheels();
  for (auto& joint : scene["joints"]) joint.erase("motor");
  scene["gravity"] = {0, 0, 0};
  scene["joints"][0]["motor"] = {{"type", "velocity"}, {"target", 2}};
  JointRun run(scene, 0.005, GetParam(), "cascade");
  for (int k = 0; k < 300; ++k) ASSERT_TRUE(run.simulation->step().solved()) << k;
  EXPECT_NEAR(std::abs(run.twist(0)[5]), 2, 0.02);
}

/// Shapes of wheels may overlap, because the teeth are the mesh.
TEST(Gear, KeepsItsWheelsFromTouching) {
  Json scene = two_wheels();
  for (auto& body : scene["bodies"])
    body["shapes"] = Json::array({Json{{"type", "sphere"}, {"radius", 0.35}}});
  JointRun run(scene, 0.005);
  run.step(20);
  EXPECT_GT(run.twist(0)[5], 0.5);
}

}  // namespace
}  // namespace orthant::test::gears
