// Bodies that others throw within a step, against bodies that they would not have met: they do not
// overlap, or the step reports it. So do bodies that rotate far in a step, and finally touch with
// features that no contact of the start had.
#include "orthant/tests/collision/dice.hpp"
#include "orthant/tests/same_bits.hpp"
#include "tests/integrators/solids.hpp"

namespace orthant::test::thrown_bodies {
namespace {

Real const radius = 0.03;

BodySpec ball(std::string const& name, Vec3 const& x, Real restitution) {
  BodySpec body = solid(name, sphere(radius).at(x[0], x[1], x[2]), Motion::dynamic, 0.1, {}, 7e-5);
  body.shapes[0].surface.restitution = restitution;
  body.mass = 0.2;
  return body;
}

/// A ball that flies into a rack of balls with small gaps, all of one restitution.
Scene billiard(Real restitution) {
  Scene out;
  BodySpec cue = ball("cue", {{-0.5, 0.001, 0}}, restitution);
  cue.twist = stacked(Vec3{{5, 0, 0}}, Vec3{});
  out.add(cue);
  Real const pitch = 2.002 * radius;
  for (int row = 0; row < 4; ++row)
    for (int k = 0; k <= row; ++k)
      out.add(ball("b" + std::to_string(row) + std::to_string(k),
                   {{0.866 * pitch * row, pitch * (k - 0.5 * row), 0}}, restitution));
  out.gravity = {};
  return out;
}

class EachLevelThrows : public testing::TestWithParam<Json> {};

/// Balls that bounce wait for their own impact at the surface of the next one. Newton's law may
/// gain energy in impacts at once.
TEST_P(EachLevelThrows, BallsDoNotOverlapUnseen) {
  for (Real const h : {0.01, 0.002})
    for (Real const restitution : {0., 0.3, 0.95}) {
      auto const s = simulation(billiard(restitution), h, GetParam());
      Real const first = s->measure()[0].kinetic;
      int solved = 0;
      int const steps = static_cast<int>(0.2 / h);
      for (int step = 0; step < steps; ++step) {
        bool const is_solved = s->step().solved();
        solved += is_solved;
        Measures const& now = s->measure()[0];
        if (!is_solved) continue;
        EXPECT_LT(now.penetration, restitution > 0 ? 2.1e-6 : 0.011 * radius)
            << h << ", " << restitution << ", " << step;
        EXPECT_LT(now.kinetic, (restitution > 0.9 ? 1.25 : 1.001) * first)
            << h << ", " << restitution << ", " << step;
      }
      EXPECT_GE(solved, 0.85 * steps) << h << ", " << restitution;
    }
}

/// A ball that bounces rises above a floor, and another one throws it at it: their free motions do
/// not meet. A half-space has no extent, so that its motion has no bound but zero.
TEST_P(EachLevelThrows, ABallThatBouncesIsThrownAtAnyFloor) {
  for (Placed const& floor : {half_space(), box(1, 1, 1).at(0, 0, -1), sphere(1).at(0, 0, -1),
                              cylinder(0.5, 0.5).at(0, 0, -0.5)}) {
    Scene scene;
    scene.gravity = {};
    scene.add(solid("floor", floor, Motion::fixed, 0));
    scene.add(ball("low", {{0, 0, radius + 0.002}}, 0.6));
    scene.add(ball("high", {{0.001, 0, 3 * radius + 0.004}}, 0.6));
    scene.bodies[1].twist = stacked(Vec3{{0, 0, 0.1}}, Vec3{});
    scene.bodies[2].twist = stacked(Vec3{{0, 0, -2}}, Vec3{});
    auto const s = simulation(scene, 0.01, GetParam(), {.solver = "cascade"});
    for (int step = 0; step < 5; ++step) {
      EXPECT_TRUE(s->step().solved()) << step;
      EXPECT_LT(s->measure()[0].penetration, 2.1e-6) << step;
    }
  }
}

/// Two racks in a batch: in one of them balls are thrown at others, and its steps are made again.
/// Each has the motion that it has alone, to the bit.
TEST_P(EachLevelThrows, WorldsOfABatchAreMadeAgainAlone) {
  Scene const struck = billiard(0.5);
  Scene quiet = struck;
  for (std::size_t b = 0; b < quiet.bodies.size(); ++b) quiet.bodies[b].pose.p_WB *= b == 0 ? 4 : 3;
  Scene both = struck;
  both.worlds = {struck, quiet};
  auto const many = simulation(both, 0.01, GetParam(), {.worlds = 2});
  std::unique_ptr<Simulation> const one[] = {
      simulation(struck, 0.01, GetParam(), {.islands = false}),
      simulation(quiet, 0.01, GetParam(), {.islands = false})};
  for (int step = 0; step < 16; ++step) {
    expect_worlds_as_alone(*many, {one[0].get(), one[1].get()}, 1);
    ASSERT_LT(many->measure()[0].penetration, 0.011 * radius) << step;
  }
}

/// Balls in a row, with small gaps, strike one after the other, though each is thrown through its
/// gap within a step: the last one leaves with the speed of the first.
TEST_P(EachLevelThrows, ARowOfBallsPassesOnTheSpeed) {
  Scene scene;
  for (int k = 0; k < 5; ++k) {
    BodySpec body = ball("b" + std::to_string(k), {{2.002 * radius * k, 0, 0}}, 1);
    if (k == 0) body.twist = stacked(Vec3{{0.8, 0, 0}}, Vec3{});
    scene.add(body);
  }
  scene.gravity = {};
  auto const s = simulation(scene, 0.01, GetParam());
  for (int step = 0; step < 20; ++step) EXPECT_TRUE(s->step().solved()) << step;
  auto const& end = s->snapshot();
  for (int k = 0; k < 5; ++k) EXPECT_NEAR(end.twist[k][0], k == 4 ? 0.8 : 0, 1e-9) << k;
}

INSTANTIATE_TEST_SUITE_P(Integrators, EachLevelThrows, testing::ValuesIn(one_of_each_level()),
                         by_integrator);

/// They fall onto a floor and each other, and turn by 0.2 to 0.4 rad in a step.
Scene heap(Dice& dice, Real restitution) {
  Scene out;
  out.add(solid("floor", box(5, 5, 1).at(0, 0, -1), Motion::fixed, 0.3));
  Placed const kinds[] = {box(0.1, 0.08, 0.05), cylinder(0.1, 0.1), capsule(0.05, 0.1)};
  for (int i = 0; i < 6; ++i) {
    Vec3 const x{0.3 * (i % 2), 0.05 * (i % 3), 0.25 + 0.3 * (i / 2)};
    BodySpec body = solid("b" + std::to_string(i), kinds[i % 3].in({x, dice.orientation()}),
                          Motion::dynamic, 0.3);
    body.mass = 6;
    body.inertia_B = diagonal({{0.03, 0.04, 0.035}});
    body.twist = stacked(Vec3{}, dice.between(20, 40) * dice.direction());
    out.add(body);
  }
  for (auto& body : out.bodies) body.shapes[0].surface.restitution = restitution;
  return out;
}

class TwoIntegratorsTurn : public testing::TestWithParam<Json> {};

TEST_P(TwoIntegratorsTurn, BodiesDoNotTurnIntoEachOtherUnseen) {
  Real const most = 2e-3;  // two hundredths of the largest inscribed radius that two of them have
  for (Real const restitution : {0., 0.5}) {
    int solved = 0, steps = 0, overlaps = 0;
    for (unsigned seed : {5u, 6u}) {
      Dice dice(seed);
      auto const s = simulation(heap(dice, restitution), 0.01, GetParam());
      for (int step = 0; step < 50; ++step, ++steps) {
        StepReport const& report = s->step();
        bool const is_solved = report.solved();
        solved += is_solved;
        overlaps += report.overlaps;
        if (!is_solved) continue;
        EXPECT_LT(s->measure()[0].penetration, most) << seed << ", " << step;
      }
    }
    EXPECT_GE(solved, 0.85 * steps) << restitution;
    // What bounces counts from twice `touching` on, a thousandth of what counts elsewhere.
    EXPECT_TRUE(restitution == 0 || overlaps <= 1) << overlaps;
  }
}

/// A step of a batch is made again for it too.
TEST(TurningBodies, BodiesDoNotTurnIntoEachOtherInABatch) {
  int overlaps = 0, solved = 0;
  for (unsigned seed : {5u, 6u}) {
    Dice dice(seed);
    auto const s = simulation(heap(dice, 0), 0.01, {{"type", "implicit_euler"}}, {.worlds = 2});
    for (int step = 0; step < 50; ++step) {
      StepReport const& report = s->step();
      overlaps += report.overlaps;
      solved += report.solved();
      bool const deep = s->measure()[0].penetration > 2e-3;
      EXPECT_FALSE(deep && report.solved()) << step;
    }
  }
  EXPECT_EQ(overlaps, 0);
  EXPECT_GE(solved, 85);
}

INSTANTIATE_TEST_SUITE_P(Integrators, TwoIntegratorsTurn, testing::ValuesIn(two_integrators()),
                         by_integrator);

}  // namespace
}  // namespace orthant::test::thrown_bodies
