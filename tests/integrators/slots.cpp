// A beam that falls through a slot hardly wider than itself falls freely, at its rim too. One that
// is wider than its slot by less than what counts as touching is not thrown out of it.
#include <gtest/gtest.h>

#include "orthant/tests/collision/dice.hpp"
#include "orthant/tests/integrators/simulations.hpp"

namespace orthant::test::slots {
namespace {

/// A beam of 0.04 x 0.04 x 0.12 m above z = 0, the rim of a slot of its width and a clearance.
Scene beam(Real z, Real clearance) {
  Scene out;
  out.gravity = {{0, 0, -9.81}};
  auto const add = [&](char const* name, Placed const& shape, Motion motion) {
    BodySpec body;
    body.name = name;
    body.motion = motion;
    if (motion == Motion::dynamic) {
      body.mass = 1;
      body.inertia_B = diagonal({{1.33e-3, 1.33e-3, 2.67e-4}});
    }
    body.pose = shape.X_WS;
    body.shapes = {shape.shape};
    body.shapes[0].surface.friction = 0;
    out.add(body);
  };
  Real const x = 0.07 + 0.5 * clearance;
  add("left", box(0.05, 0.1, 0.15).at(-x, 0, -0.15), Motion::fixed);
  add("right", box(0.05, 0.1, 0.15).at(x, 0, -0.15), Motion::fixed);
  add("beam", box(0.02, 0.02, 0.06).at(0, 0, z + 0.06), Motion::dynamic);
  return out;
}

class Slots : public ::testing::TestWithParam<Json> {};

TEST_P(Slots, LetABeamFall) {
  for (Real clearance : {0., 1e-9, 1e-6, 1e-4})
    for (Real h : {0.001, 0.004}) {
      SCOPED_TRACE(testing::Message() << clearance << ", " << h);
      auto const s = simulation(beam(1e-3, clearance), h, GetParam(), {.solver = "cascade"});
      int const steps = static_cast<int>(std::lround(0.1 / h));
      for (int k = 0; k < steps; ++k) ASSERT_TRUE(s->step().solved()) << k;
      Twist const fall = stacked(Vec3{{0, 0, -9.81 * h * steps}}, {});
      EXPECT_LT(norm(s->snapshot().twist.back() - fall), 1e-9);
    }
}

/// The overlap cannot be removed: steps in which it would be are not solved.
TEST_P(Slots, ThatAreTooNarrowThrowNoBeamOut) {
  auto const s = simulation(beam(-0.06, -1e-7), 0.001, GetParam(), {.solver = "cascade"});
  Real z = s->snapshot().pose.back().p_WB[2];
  int unsolved = 0;
  for (int k = 0; k < 15; ++k) {
    unsolved += !s->step().solved();
    Real const next = s->snapshot().pose.back().p_WB[2];
    EXPECT_LT(next, z + 1e-9) << k;
    z = next;
  }
  EXPECT_GT(unsolved, 0);
}

INSTANTIATE_TEST_SUITE_P(Integrators, Slots, ::testing::ValuesIn(one_of_each_level()),
                         [](auto const& test) { return name_of(test.param); });

}  // namespace
}  // namespace orthant::test::slots
