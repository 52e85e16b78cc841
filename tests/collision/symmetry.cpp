// Nothing depends on the order of shapes or on the place of the scene in the world.
#include <gtest/gtest.h>

#include "tests/collision/dice.hpp"

namespace orthant::test::symmetry {
namespace {

Real const margin = 0.15;

class Symmetry : public ::testing::TestWithParam<Kinds> {};

TEST_P(Symmetry, SwappedShapesHaveTheSameDistance) {
  Dice dice(23);
  int contacts = 0;
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(i);
    Pair const pair = near_pair(dice, GetParam());
    Manifold const ab = collide(pair.a, pair.b, margin), ba = collide(pair.b, pair.a, margin);
    ASSERT_EQ(ab.count == 0, ba.count == 0);
    if (ab.count == 0) continue;
    EXPECT_NEAR(deepest(ab).gap, deepest(ba).gap, 2e-9);
    ++contacts;
  }
  EXPECT_GT(contacts, 1000);
}

TEST_P(Symmetry, SwappedShapesHaveTheSameNumberOfPoints) {
  Dice dice(29);
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(i);
    Pair const pair = random_pair(dice, GetParam());
    EXPECT_EQ(collide(pair.a, pair.b, margin).count, collide(pair.b, pair.a, margin).count);
  }
}

TEST_P(Symmetry, RigidMotionsChangeCoordinatesOnly) {
  Dice dice(31);
  for (int i = 0; i < 3000; ++i) {
    SCOPED_TRACE(i);
    Pair const pair = random_pair(dice, GetParam());
    Pose<> const X = dice.pose(5);
    Manifold const here = collide(pair.a, pair.b, margin);
    Manifold const there = collide(pair.a.in(X), pair.b.in(X), margin);
    ASSERT_EQ(here.count, there.count);
    for (int j = 0; j < here.count; ++j) {
      ContactPoint const moved = carried(here.points[j], X, X), &p = there.points[j];
      EXPECT_EQ(p.kind, moved.kind);
      EXPECT_EQ(p.feature, moved.feature);
      EXPECT_EQ(p.first_is_b, moved.first_is_b);
      EXPECT_NEAR(p.gap, moved.gap, 1e-9);
      EXPECT_LT(norm(p.x_first - moved.x_first), 1e-9);
      EXPECT_LT(norm(p.x_second - moved.x_second), 1e-9);
      EXPECT_LT(norm(p.normal - rotate(X.q_WB, moved.normal)), 1e-9);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pairs, Symmetry, ::testing::ValuesIn(all_pairs),
                         [](auto const& test) { return name_of_pair(test.param); });

}  // namespace
}  // namespace orthant::test::symmetry
