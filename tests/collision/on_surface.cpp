// Both points of a contact lie on their shapes: on a face of a box, on the axis of a capsule.
#include <gtest/gtest.h>

#include "tests/collision/dice.hpp"

namespace orthant::test {
namespace {

/// The distance of x from the core of the shape.
Real off_core(Placed const& placed, Vec3 const& x_W) {
  Vec3 const x = seen_from(placed.X_WS, x_W), &size = placed.shape.size;
  switch (placed.shape.kind) {
    case kind_of<shapes::Sphere>:
      return norm(x);
    case kind_of<shapes::Capsule>:
      return norm(Vec3{{x[0], x[1], x[2] - clamped(x[2], -size[1], size[1])}});
    case kind_of<shapes::HalfSpace>:
      return fabs(x[2]);
    case kind_of<shapes::Box>:
    case kind_of<shapes::Ellipsoid>:  // not among the kinds here
      break;
  }
  Real out = -HUGE_VAL;
  for (int k = 0; k < 3; ++k) out = larger(out, fabs(x[k]) - size[k]);
  return fabs(out);
}

class OnSurface : public ::testing::TestWithParam<Kinds> {};

TEST_P(OnSurface, EveryPointOfBothShapes) {
  Dice dice(37);
  int points = 0;
  for (int i = 0; i < 5000; ++i) {
    SCOPED_TRACE(i);
    Pair const pair = near_pair(dice, GetParam());
    Manifold const m = collide(pair.a, pair.b, 0.15);
    for (int j = 0; j < m.count; ++j, ++points) {
      ContactPoint const& p = m.points[j];
      EXPECT_LT(off_core(pair.a, p.first_is_b ? p.x_second : p.x_first), 1e-9);
      EXPECT_LT(off_core(pair.b, p.first_is_b ? p.x_first : p.x_second), 1e-9);
    }
  }
  EXPECT_GT(points, 1500);
}

INSTANTIATE_TEST_SUITE_P(Pairs, OnSurface, ::testing::ValuesIn(all_pairs),
                         [](auto const& test) { return name_of_pair(test.param); });

}  // namespace
}  // namespace orthant::test
