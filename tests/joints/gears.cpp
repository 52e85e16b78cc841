// Meshing wheels against closed forms. Couplings, whose orders and energies have closed forms of
// their own, move as they do.
#include "tests/joints/couplings.hpp"

namespace orthant::test::gears {
namespace {

using couplings::hinge, couplings::solver, couplings::wheel;

class Gears : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Two, Gears, testing::ValuesIn(two_integrators()), by_integrator);

Json gear(char const* a, char const* b, Vec3 const& point_a, Vec3 const& point_b, Real teeth_a,
          Real teeth_b, Json const& more = Json::object()) {
  return with(line_of("gear", b, point_a, point_b,
                      {{"a", a}, {"axis", {0, 0, 1}}, {"teeth_a", teeth_a}, {"teeth_b", teeth_b}}),
              more);
}

/// The hinges of two wheels are 0.3, 0.4 apart: D = 0.5 m, r_a = 0.2 m and r_b = 0.3 m.
Vec3 const centre_b{{0.3, 0.4, 0}};
Real const inertia_a = 0.02, inertia_b = 0.05, torque = 0.5;

Json two_wheels(Real teeth_b = 30) {
  return scene_of({wheel("a", inertia_a, {}), wheel("b", inertia_b, centre_b)},
                  {hinge("of a", "a", {}, torque), hinge("of b", "b", centre_b),
                   gear("a", "b", {}, centre_b, 20, teeth_b)});
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

/// A wheel against a fixed one: teeth of compliance C deform by C F under F = tau / r_b.
Json held_wheel(Json const& more) {
  return scene_of({with(wheel("b", inertia_b, centre_b), {{"torque", {0, 0, torque}}})},
                  {hinge("of b", "b", centre_b), gear("world", "b", {}, centre_b, 20, 30, more)});
}

TEST_P(Gears, AreFreeWithinTheirBacklash) {
  Real const backlash = 0.02, h = 0.002;
  JointRun run(held_wheel({{"backlash", backlash}}), h, GetParam(), solver);
  run.step(10);
  EXPECT_NEAR(run.twist()[5], torque / inertia_b * 10 * h, 1e-5) << "free";
  run.step(500);
  EXPECT_NEAR(UnwrappedAngle().of(run.pose()), 0.5 * backlash / 0.3, 1e-5) << "stopped at its end";
  EXPECT_NEAR(run.twist()[5], 0, h * torque / inertia_b);
}

/// Bodies that only spin in their bearings: the default tolerance follows from their spin.
TEST_P(Gears, AreSolvedByDefaultThoughNoCentreMoves) {
  Json scene = two_wheels();
  scene["joints"][0]["motor"] = {{"type", "velocity"}, {"target", 2}};
  JointRun run(scene, 0.005, GetParam(), "cascade");
  solve_steps(run, 300);
  EXPECT_NEAR(std::abs(run.twist(0)[5]), 2, 0.02);
}

/// Shapes of wheels may overlap, because the teeth are the mesh.
TEST(Gear, KeepsItsWheelsFromTouching) {
  Json scene = two_wheels();
  for (auto& body : scene["bodies"]) body["shapes"] = sphere_shape(0.35);
  JointRun run(scene, 0.005);
  run.step(20);
  EXPECT_GT(run.twist(0)[5], 0.5);
}

}  // namespace
}  // namespace orthant::test::gears
