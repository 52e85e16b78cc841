// Bodies that rotate far in a step, and finally touch with features that no contact of the start
// had: they do not overlap, or the step reports it.
#include <gtest/gtest.h>

#include "orthant/tests/collision/dice.hpp"
#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::turning_bodies {
namespace {

Real const h = 0.01;

BodySpec solid(Placed const& shape, Real restitution) {
  BodySpec body;
  body.shapes = {shape.shape};
  body.shapes[0].surface.friction = 0.3;
  body.shapes[0].surface.restitution = restitution;
  body.pose = shape.X_WS;
  return body;
}

/// They fall onto a floor and each other, and turn by 0.2 to 0.4 rad in a step.
Scene heap(Dice& dice, Real restitution) {
  Scene out;
  BodySpec floor = solid(box(5, 5, 1).at(0, 0, -1), restitution);
  floor.name = "floor";
  floor.motion = Motion::fixed;
  out.add(floor);
  Placed const cylinder = placed(kind_of<shapes::Cylinder>, {{0.1, 0.1, 0}});
  Placed const kinds[] = {box(0.1, 0.08, 0.05), cylinder, capsule(0.05, 0.1)};
  for (int i = 0; i < 6; ++i) {
    Vec3 const x{0.3 * (i % 2), 0.05 * (i % 3), 0.25 + 0.3 * (i / 2)};
    BodySpec body = solid(kinds[i % 3].in({x, dice.orientation()}), restitution);
    body.name = "b" + std::to_string(i);
    body.mass = 6;
    body.inertia_B = diagonal({{0.03, 0.04, 0.035}});
    body.twist = stacked(Vec3{}, dice.between(20, 40) * dice.direction());
    out.add(body);
  }
  return out;
}

class TwoIntegratorsTurn : public testing::TestWithParam<Json> {};

TEST_P(TwoIntegratorsTurn, BodiesDoNotTurnIntoEachOtherUnseen) {
  Real const most = 2e-3;  // two hundredths of the largest inscribed radius that two of them have
  for (Real const restitution : {0., 0.5}) {
    int solved = 0, steps = 0, overlaps = 0;
    for (unsigned seed : {5u, 6u}) {
      Dice dice(seed);
      auto const s = simulation(heap(dice, restitution), h, GetParam());
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
    auto const s = simulation(heap(dice, 0), h, {{"type", "implicit_euler"}}, {.worlds = 2});
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
                         [](auto const& of) { return name_of(of.param); });

}  // namespace
}  // namespace orthant::test::turning_bodies
