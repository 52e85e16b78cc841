// Contacts of bodies beside joints. Two boxes side by side meet face to face: the motion stays that
// of mirror images, and impulses are bounded for any step, though a contact at the height of the
// hinges has nearly no lever arm. A lever rests on a ball while its load changes. A trunk rises on
// legs.
#include "tests/joints/parts.hpp"

namespace orthant::test::beside_hinges {
namespace {

/// Boxes of 0.2 x 0.2 x 1 m at 30 degrees to both sides, which turn towards each other at `w`; on a
/// body of `mass` that is free, or on the world.
Json boxes(Real e, bool swapped, Real w = 0, Real mass = 0, Real mu = 0) {
  constexpr Real half = M_PI / 12;
  std::vector<Json> bodies, joints;
  for (Real const side : {-1., 1.}) {
    char const* const name = side < 0 ? "left" : "right";
    Vec3 const arm{{side * 0.25, 0, -0.5 * std::cos(2 * half)}}, spin{{0, side * w, 0}};
    bodies.push_back({{"name", name},
                      {"mass", 1},
                      {"position", {side * 0.1 + arm[0], 0, 1 + arm[2]}},
                      {"orientation", {std::cos(half), 0, -side * std::sin(half), 0}},
                      {"velocity", json_of(cross(spin, arm))},
                      {"angular_velocity", json_of(spin)},
                      {"shapes", box_shape({{0.2, 0.2, 1}})},
                      {"friction", mu},
                      {"restitution", e}});
    joints.push_back(joint_at("hinge", name, {{side * 0.1, 0, 1}}, y_axis));
    if (mass > 0) joints.back()["a"] = "palm";
  }
  if (swapped) std::swap(bodies[0], bodies[1]);
  Real const I = 0.1 * mass;
  if (mass > 0) bodies.push_back(rigid("palm", mass, {{I, I, I}}, {{0, 0, 1.2}}));
  return scene_of(bodies, joints, mass > 0 ? Vec3{} : falling);
}

class BesideHinges : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Two, BesideHinges, testing::ValuesIn(two_integrators()), by_integrator);

struct Meeting {
  Real impulse = 0, fastest = 0, before = 0, after = 0;  // closing speeds at the impact
};

/// Steps to the first impact, or all of them.
Meeting met(Json const& scene, Real h, Json const& integrator, int steps, bool to_impact) {
  JointRun run(scene, h, integrator, "cascade");
  Meeting out;
  for (int k = 0; k < steps && !(to_impact && out.impulse > 0); ++k) {
    solve_steps(run, 1);
    for (auto const& c : run.simulation->last_step().contact_impulses())
      out.impulse = std::max(out.impulse, c.impulse[0]);
    out.after = run.twist(1)[4] - run.twist(0)[4];
    if (out.impulse == 0) out.before = out.after;
    out.fastest = std::max(out.fastest, std::abs(run.twist()[4]));
    EXPECT_NEAR(run.twist(0)[4] + run.twist(1)[4], 0, 1e-9) << k;
  }
  EXPECT_GT(out.impulse, 0);
  EXPECT_LT(out.impulse, 0.6);
  return out;
}

/// They meet at 0.41 s with 1.976 rad/s.
TEST_P(BesideHinges, BoxesThatMeetStayMirrorImages) {
  for (Real const e : {0., 0.5})
    for (bool const swapped : {false, true})
      for (Real const h : {0.002, 0.001}) {
        Real const mu = swapped ? 0.5 : 0;
        SCOPED_TRACE(testing::Message() << "e " << e << ", h " << h << ", swapped " << swapped);
        auto const found = met(boxes(e, swapped, 0, 0, mu), h, GetParam(),
                               static_cast<int>(std::lround(0.44 / h)), false);
        EXPECT_NEAR(found.fastest, 1.976, 0.02);
        EXPECT_NEAR(0.5 * std::abs(found.after), e * 1.976, e > 0 ? 0.03 : 0.01);
      }
}

/// Fingers that close at 4 rad/s rebound with half of that.
TEST_P(BesideHinges, FingersOnAFreeBodyStayMirrorImages) {
  for (Real const mass : {1., 100.}) {
    SCOPED_TRACE(mass);
    auto const found = met(boxes(0.5, false, 2, mass), 0.002, GetParam(), 250, true);
    EXPECT_NEAR(found.after, -0.5 * found.before, 0.02 * found.before);
  }
}

/// Without friction the lever lies still on the ball, and a pendulum swings at its end: what the
/// ball carries changes in each step. bdf2 and generalised_alpha take the motion by joints, in the
/// rows of laws, from the impulses of the last step; that is of third order in h, and tilts the
/// lever by 1e-6 to 1e-5.
class OnALever : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(Each, OnALever, testing::ValuesIn(integrators()), by_integrator);

TEST_P(OnALever, ABallIsPressedInPlace) {
  Json const scene =
      scene_of({ground(),
                with(rigid("lever", 2, {{0.01, 0.17, 0.17}}, {{0.5, 0, 0.225}}),
                     {{"shapes", box_shape({{1, 0.1, 0.05}})}, {"friction", 0}}),
                with(rigid("ball", 0.1, {{4e-4, 4e-4, 4e-4}}, {{0.2, 0, 0.1}}),
                     {{"shapes", sphere_shape(0.1)}, {"friction", 0}}),
                rigid("pendulum", 0.2, {{1e-4, 1e-4, 1e-4}}, {{1.1, 0, 0.225}})},
               {joint_at("hinge", "lever", {{0, 0, 0.225}}, y_axis),
                joint_at("hinge", "pendulum", {{0.9, 0, 0.225}}, y_axis, {{"a", "lever"}})},
               falling);
  for (Real const h : {0.005, 0.01, 0.02}) {
    SCOPED_TRACE(h);
    JointRun run(scene, h, GetParam(), "cascade");
    auto const start = run.simulation->snapshot().pose;
    Real const first = run.simulation->measure()[0].energy();
    for (int k = 0; k < std::lround(0.6 / h); ++k) {
      solve_steps(run, 1);
      auto const now = run.simulation->snapshot().pose;
      Vec3 const lever = now[1].p_WB - start[1].p_WB, ball = now[2].p_WB - start[2].p_WB;
      EXPECT_LT(norm(lever), 1e-7 + 10 * h * h) << k;
      EXPECT_LT(norm(ball), 1e-7 + 1000 * h * h * h) << k;
      // Of 0.4 J; velocities and positions of Euler's methods are half a step apart.
      EXPECT_LT(run.simulation->measure()[0].energy() - first, 2 * h) << k;
    }
  }
}

/// A stiff strut pulls two balls to a distance of 0.2 m, which is more than their radii, though the
/// motions without it meet. Their distance is that of Euler's method on one spring.
TEST(BesideAStrut, BallsThatItHoldsApartDoNotStrike) {
  constexpr Real h = 0.01, k = 1e5, rest = 0.2, m[] = {0.25, 0.58};
  constexpr Real stiff = h * k * (1 / m[0] + 1 / m[1]);
  for (Real const restitution : {0., 0.5}) {
    SCOPED_TRACE(restitution);
    auto const ball = [&](char const* name, Real mass, Real x) {
      return with(rigid(name, mass, {{1e-3, 1e-3, 1e-3}}, {{x, 0, 0}}),
                  {{"shapes", sphere_shape(0.07)}, {"restitution", restitution}});
    };
    Real distance = 0.376, speed = 0;
    JointRun run(scene_of({ball("a", m[0], 0), ball("b", m[1], distance)},
                          {line_of("strut", "b", {}, {{distance, 0, 0}},
                                   {{"a", "a"}, {"spring", {{"stiffness", k}, {"rest", rest}}}})}),
                 h, "implicit_euler", "cascade");
    for (int step = 0; step < 5; ++step) {
      solve_steps(run, 1);
      speed = (speed - stiff * (distance - rest)) / (1 + h * stiff);
      distance += h * speed;
      EXPECT_NEAR(run.pose(1).p_WB[0] - run.pose(0).p_WB[0], distance, 1e-9) << step;
    }
  }
}

/// Without the contact a solver may find a distance behind the anchor, where balls have passed each
/// other: that step is not solved, and no proof that they strike. Else they move as one spring
/// does.
TEST(BesideAStrut, PointsThatPassEachOtherAreNoProofOfAStrike) {
  constexpr Real h = 0.01, k = 1e5, rest = 0.45, g = h * h * k / 4;
  for (char const* solver : {"cascade", "proximal_newton", "nsgs"}) {
    SCOPED_TRACE(solver);
    Json const smooth = {{"shapes", sphere_shape(0.06)}, {"restitution", 1}, {"friction", 0}};
    Real distance = 0.58, speed = 44;
    JointRun run(scene_of({with({{"name", "a"}, {"motion", "fixed"}}, smooth),
                           with(with(rigid("b", 1, {{1e-3, 1e-3, 1e-3}}, {{distance, 0, 0}}),
                                     {{"velocity", {speed, 0, 0}}}),
                                smooth)},
                          {line_of("strut", "b", {}, {{distance, 0, 0}},
                                   {{"a", "a"}, {"spring", {{"stiffness", k}, {"rest", rest}}}})}),
                 h, "variational", solver);
    for (int step = 0; step < 2 && run.simulation->step().solved(); ++step) {
      Real const next = ((1 - g) * distance + h * speed + 2 * g * rest) / (1 + g);
      speed = 2 * (next - distance) / h - speed;
      distance = next;
      EXPECT_NEAR(run.pose(1).p_WB[0] - run.pose(0).p_WB[0], distance, 1e-9) << step;
    }
  }
}

char const* const integrators[] = {"implicit_euler",    "semi_implicit_euler", "linearly_implicit",
                                   "moreau_jean",       "implicit_midpoint",   "bdf2",
                                   "generalised_alpha", "variational"};

/// A pendulum of 1 m swings by at 5 mm above a floor, where free motions would strike it. With rows
/// of joints that are linear in u+ its rod is up to 6 mm longer.
TEST(BesideAHalfSpace, WhatARodLeadsPastItDoesNotStrike) {
  for (std::string const integrator : integrators)
    for (Real const e : {0.5, 1.}) {
      if (integrator == "semi_implicit_euler" || integrator == "linearly_implicit") continue;
      SCOPED_TRACE(testing::Message() << integrator << ", e " << e);
      constexpr Real h = 0.01, length = 1, radius = 0.1, z = length + radius + 0.005, v = 10;
      Real const x = -length * std::sin(0.7), down = length * std::cos(0.7);
      Json const floor = {{"name", "floor"},
                          {"motion", "fixed"},
                          {"restitution", e},
                          {"shapes", Json::array({{{"type", "half_space"}}})}};
      Json const bob = with(rigid("bob", 1, {{4e-3, 4e-3, 4e-3}}, {{x, 0, z - down}}),
                            {{"shapes", sphere_shape(radius)},
                             {"restitution", e},
                             {"velocity", {v * down, 0, v * x}}});
      JointRun run(
          scene_of({floor, bob}, {line_of("distance", "bob", {{0, 0, z}}, {{x, 0, z - down}})}), h,
          integrator, "cascade");
      for (int step = 0; step < 12; ++step) {
        solve_steps(run, 1);
        EXPECT_TRUE(run.simulation->last_step().contact_impulses().empty()) << step;
      }
      EXPECT_GT(run.pose(1).p_WB[0], 0.4);
    }
}

/// A bob of 1 m that turns by 0.1 rad a step strikes a floor where its rod has an angle of 0.7 rad.
/// Newton's law of impact gives no energy without friction.
TEST(BesideAHalfSpace, WhatStrikesOnAJointGainsNoEnergy) {
  constexpr Real h = 0.01, length = 1, radius = 0.1, v = 10, angle = 0.7;
  Real const z = length * std::cos(angle) + radius;
  Json const floor = {{"name", "floor"},
                      {"motion", "fixed"},
                      {"restitution", 1},
                      {"shapes", Json::array({{{"type", "half_space"}}})}};
  for (char const* integrator : integrators)
    for (char const* type : {"hinge", "distance"})
      for (Real const before : {0.223, 0.247, 0.271}) {
        SCOPED_TRACE(testing::Message() << integrator << ", " << type << ", " << before);
        bool const hinge = type[0] == 'h';
        Real const x = -length * std::sin(angle + before), down = length * std::cos(angle + before);
        Json const bob = with(rigid("bob", 1, {{4e-3, 4e-3, 4e-3}}, {{x, 0, z - down}}),
                              {{"shapes", sphere_shape(radius)},
                               {"restitution", 1},
                               {"friction", 0},
                               {"velocity", {v * down, 0, v * x}},
                               {"angular_velocity", {0, hinge ? -v : 0, 0}}});
        Json const joint = hinge ? joint_at(type, "bob", {{0, 0, z}}, y_axis)
                                 : line_of(type, "bob", {{0, 0, z}}, {{x, 0, z - down}});
        JointRun run(scene_of({floor, bob}, {joint}), h, integrator, "cascade");
        Real const first = run.simulation->measure()[0].energy();
        Real last = first;
        bool struck = false;
        for (int step = 0; step < 8; ++step) {
          solve_steps(run, 1);
          Real const E = run.simulation->measure()[0].energy();
          EXPECT_LT(E, last + 0.02 * first) << step;
          last = E;
          struck = struck || !run.simulation->last_step().contact_impulses().empty();
        }
        EXPECT_TRUE(struck);
      }
}

/// A ball on an arm of 0.6 m, which turns by 0.3 rad in the step, passes 3 cm above a floor.
TEST(BesideAHalfSpace, HalfOfABounceMovesWhereVelocitiesHaveAMean) {
  Json const floor = {{"name", "floor"},
                      {"motion", "fixed"},
                      {"restitution", 0.5},
                      {"shapes", Json::array({{{"type", "half_space"}}})}};
  Json const ball = with(rigid("ball", 1, {{2e-3, 2e-3, 2e-3}}, {{0.48, 0, 0.2365}}, {{0, 0, -19}}),
                         {{"shapes", sphere_shape(0.07)}, {"restitution", 0.5}});
  for (char const* integrator : {"implicit_euler", "variational"}) {
    JointRun run(scene_of({floor, ball}, {ball_at("ball", {{0, 0, 0.618}})}), 0.01, integrator,
                 "cascade");
    solve_steps(run, 1);
    EXPECT_TRUE(run.simulation->last_step().contact_impulses().empty()) << integrator;
  }
}

/// A box strikes at two corners, and turns by 2.4 rad in the next step, in which a third corner
/// would strike if it went on in a straight line.
TEST(BesideAHalfSpace, WhatTurnsPastItDoesNotStrike) {
  Json const floor = {{"name", "floor"},
                      {"motion", "fixed"},
                      {"friction", 0},
                      {"restitution", 1},
                      {"shapes", Json::array({{{"type", "half_space"}}})}};
  Json box = {
      {"name", "box"},
      {"mass", 1},
      {"position", {0.32, 0.028492695089223766, 0.20568902641496617}},
      {"orientation",
       {0.1726712368158032, 0.5389676785706566, 0.19830486663445823, 0.8002335067352204}},
      {"velocity", {0, 0, -15.9}},
      {"restitution", 1},
      {"shapes", box_shape({{0.1157368379596048, 0.1908215384334914, 0.17923416661970923}})}};
  JointRun run(scene_of({floor, box}, {}), 0.01, "implicit_euler", "cascade");
  Real const first = run.simulation->measure()[0].energy();
  for (int step = 0; step < 2; ++step) {
    ASSERT_TRUE(run.simulation->step().solved());
    EXPECT_EQ(run.simulation->last_step().contact_impulses().empty(), step == 1);
  }
  EXPECT_LT(run.simulation->measure()[0].energy(), 1.001 * first);
}

/// A trunk on four legs of two rods, each turned by 0.5 rad, whose motors stretch them.
Json legs() {
  std::vector<Json> bodies = {ground({}, {{"friction", 0.7}}),
                              with(rigid("trunk", 6, {{0.03, 0.07, 0.09}}, {{0, 0, 0.35}}),
                                   {{"shapes", box_shape({{0.36, 0.2, 0.1}})}})};
  std::vector<Json> joints;
  constexpr Real turn = 0.5, rod = 0.17;
  for (Real const x : {-0.18, 0.18})
    for (Real const y : {-0.12, 0.12}) {
      std::string const leg = x < 0 ? "back" : "front", name = leg + (y < 0 ? "_right" : "_left");
      Vec3 const hip{{x, y, 0.33}},
          knee = hip + Vec3{{rod * std::sin(turn), 0, -rod * std::cos(turn)}},
          foot = knee + Vec3{{-rod * std::sin(turn), 0, -rod * std::cos(turn)}};
      Json const motor = {{"type", "position"}, {"kp", 60}, {"kd", 1}};
      bodies.push_back(rigid(name + "_thigh", 0.6, {{2e-3, 2e-3, 1e-4}}, 0.5 * (hip + knee)));
      bodies.push_back(with(rigid(name, 0.2, {{5e-4, 5e-4, 5e-5}}, foot),
                            {{"shapes", sphere_shape(0.02)}, {"friction", 0.7}}));
      joints.push_back(joint_at("hinge", name + "_thigh", hip, y_axis,
                                {{"a", "trunk"}, {"motor", with(motor, {{"target", 0.3}})}}));
      joints.push_back(
          joint_at("hinge", name, knee, y_axis,
                   {{"a", name + "_thigh"}, {"motor", with(motor, {{"target", -0.6}})}}));
    }
  return scene_of(bodies, joints, falling);
}

/// The regularisation of a foot is far below the W of its leg. Of the size of the W of the foot
/// alone, it would cost six iterations a step.
TEST(OnLegs, ATrunkMovesInFewIterations) {
  JointRun run(legs(), 0.005, "implicit_euler", {{"type", "newton"}});
  int iterations = 0, steps = 0;
  for (int k = 0; k < 100; ++k) {
    auto const& report = run.simulation->step();
    ASSERT_TRUE(report.solved()) << k << ": " << report.why_unsolved();
    if (report.contacts == 0) continue;
    iterations += report.solve.iterations;
    ++steps;
  }
  EXPECT_GT(steps, 80);
  EXPECT_LT(iterations, 4.5 * steps);
}

}  // namespace
}  // namespace orthant::test::beside_hinges
