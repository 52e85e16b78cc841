// Meshing wheels, and a pinion on its rack, against closed forms, with every integrator.
#include <cmath>

#include "tests/integrators/simulations.hpp"
#include "tests/joints/joint_run.hpp"

namespace orthant::test::gears {
namespace {

class Gears : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EveryIntegrator, Gears, testing::ValuesIn(integrators()),
                         [](auto const& test) { return orthant::test::name_of(test.param); });

Json const solver = {{"type", "newton"}, {"tolerance", 1e-12}};

/// Angles of a body about z with turns counted, for steps of less than half a turn.
class UnwrappedAngle {
 public:
  Real of(Pose<> const& X) {
    Real const now = 2 * std::atan2(X.q_WB.z, X.q_WB.w), rotation = 2 * M_PI;
    return angle_ = now + rotation * std::round((angle_ - now) / rotation);
  }

 private:
  Real angle_ = 0;
};

Json wheel(char const* name, Real inertia, Vec3 const& centre) {
  return {{"name", name},
          {"mass", 1},
          {"inertia", {0.6 * inertia, 0.6 * inertia, inertia}},
          {"position", json_of(centre)}};
}

Json hinge(char const* a, char const* b, Vec3 const& point, Real torque = 0) {
  Json out = {
      {"type", "hinge"}, {"a", a}, {"b", b}, {"point", json_of(point)}, {"axis", {0, 0, 1}}};
  if (torque != 0) out["motor"] = {{"type", "force"}, {"value", torque}};
  return out;
}

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
           {hinge("world", "a", {}, torque), hinge("world", "b", centre_b),
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
    ASSERT_NEAR(rotation_b, -rotation_a * 2 / 3, holds_joints(GetParam()) ? 1e-9 : 5e-3) << k;
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

/// The displacement 1/2 alpha t^2, with h and with h/2.
TEST_P(Gears, HaveTheOrderOfTheIntegrator) {
  Real const alpha = torque / (inertia_a + inertia_b * 4 / 9), T = 0.8;
  auto const error = [&](int steps) {
    JointRun run(two_wheels(), T / steps, GetParam(), solver);
    UnwrappedAngle a;
    for (int k = 0; k < steps; ++k) {
      run.step();
      a.of(run.pose(0));
    }
    return std::abs(a.of(run.pose(0)) - 0.5 * alpha * T * T);
  };
  Real const coarse = error(40), fine = error(80);
  int const order = orders(GetParam()).state;
  if (coarse > 1e-9) {
    EXPECT_GT(coarse / fine, order == 2 ? 3.5 : 1.9) << coarse << " " << fine;
  }
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
  Json const scene = {
      {"gravity", {0, 0, 0}},
      {"bodies", {wheel("sun", I_s, {}), wheel("carrier", I_c, {}), wheel("planet", I_p, centre)}},
      {"joints",
       {hinge("world", "sun", {}, tau), hinge("world", "carrier", {}),
        hinge("carrier", "planet", centre), gear("sun", "planet", {}, centre, 20, 10),
        gear("world", "planet", {}, centre, 40, 10, {{"internal", true}})}}};
  JointRun run(scene, h, GetParam(), solver);
  UnwrappedAngle sun, carrier, planet;
  int const steps = 400;
  for (int k = 0; k < steps; ++k) {
    run.step();
    Real const rotation = sun.of(run.pose(0)), held = holds_joints(GetParam()) ? 1e-8 : 2e-2;
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

Real const r = 0.05, m = 2, I = 0.004;

/// A falling rack rotates a pinion: a = g m / (m + I/r^2).
TEST_P(Gears, OfARackThatFallsTurnThePinion) {
  Json const scene = {
      {"gravity", {0, -9.81, 0}},
      {"bodies",
       {{{"name", "rack"}, {"mass", m}, {"inertia", {0.1, 0.1, 0.1}}},
        wheel("pinion", I, {{r, 0, 0}})}},
      {"joints",
       {{{"type", "slider"}, {"b", "rack"}, {"point", {0, 0, 0}}, {"axis", {0, 1, 0}}},
        hinge("world", "pinion", {{r, 0, 0}}),
        {{"type", "rack"},
         {"a", "rack"},
         {"b", "pinion"},
         {"point_a", {0, 0, 0}},
         {"point_b", {r, 0, 0}},
         {"axis", {0, 0, 1}}}}}};
  Real const h = 0.002, a = -9.81 * m / (m + I / (r * r));
  JointRun run(scene, h, GetParam(), solver);
  UnwrappedAngle pinion;
  int const steps = 400;
  for (int k = 0; k < steps; ++k) {
    run.step();
    // The teeth are on the left of the pinion and move down: it rotates to the left, about +z.
    ASSERT_NEAR(run.pose(0).p_WB[1], -r * pinion.of(run.pose(1)),
                holds_joints(GetParam()) ? 1e-10 : 1e-3)
        << k;
  }
  EXPECT_GT(pinion.of(run.pose(1)), 4 * 2 * M_PI);
  EXPECT_NEAR(run.twist(0)[1], a * h * steps, 0.01 * std::abs(a) * h * steps);
  Real const T = h * steps;
  EXPECT_NEAR(run.pose(0).p_WB[1], 0.5 * a * T * T,
              std::abs(a) * T * h + 0.01 * std::abs(a) * T * T);
}

/// A pinion rolls on a fixed rack, held on its line, on a slope of 3 : 4.
TEST_P(Gears, OfAPinionThatRollsDownItsRack) {
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

/// 1/2 m v^2 and 1/2 I w^2 come from the weight: to round-off with the midpoint rule, otherwise to
/// O(h).
TEST(GearEnergy, IsKept) {
  auto const drift = [](char const* integrator, Json const& more) {
    Json scene = two_wheels(more);
    scene["joints"][0].erase("motor");
    scene["gravity"] = {0, -9.81, 0};
    scene["bodies"][1]["position"] = {0.5, 0.4, 0};  // eccentric: the wheel swings
    JointRun run(scene, 0.005, integrator, solver);
    Real const start = run.simulation->measure()[0].energy();
    Real most = 0, kinetic = 0;
    for (int k = 0; k < 400; ++k) {
      run.step();
      auto const now = run.simulation->measure()[0];
      most = std::max(most, std::abs(now.energy() - start));
      kinetic = std::max(kinetic, now.kinetic);
    }
    EXPECT_GT(kinetic, 1);
    return most / kinetic;
  };
  for (Json const& more : {Json::object(), Json{{"compliance", 1e-4}}}) {
    EXPECT_LT(drift("implicit_midpoint", more), 3e-3) << more;
    EXPECT_LT(drift("variational", more), 3e-3) << more;
    EXPECT_LT(drift("bdf2", more), 3e-2) << more;
  }
}

/// A wheel against a fixed one: teeth of compliance C deform by C F under F = tau / r_b.
Json held_wheel(Json const& more) {
  Json body = wheel("b", inertia_b, centre_b);
  body["torque"] = {0, 0, torque};
  return {
      {"gravity", {0, 0, 0}},
      {"bodies", Json::array({body})},
      {"joints", {hinge("world", "b", centre_b), gear("world", "b", {}, centre_b, 20, 30, more)}}};
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
