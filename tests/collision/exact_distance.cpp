// The smallest gap of every pair of shapes is their signed distance, in thousands of random poses.
#include <gtest/gtest.h>

#include "tests/collision/dice.hpp"
#include "tests/collision/reference_distance.hpp"

namespace orthant::test::exact_distance {
namespace {

Real const margin = 0.15, tolerance = 1e-9;

class ExactDistance : public ::testing::TestWithParam<Kinds> {};

void check(Pair const& pair, int& near, int& overlapping) {
  Bounds const expected = reference_distance(pair.a, pair.b);
  Manifold const m = collide(pair.a, pair.b, margin);
  if (expected.low > margin) {
    EXPECT_EQ(m.count, 0);
    return;
  }
  if (expected.high > margin) return;
  ASSERT_GT(m.count, 0);
  EXPECT_GE(deepest(m).gap, expected.low - tolerance);
  EXPECT_LE(deepest(m).gap, expected.high + tolerance);
  ++(expected.low < 0 ? overlapping : near);
}

TEST_P(ExactDistance, InGeneralPositionAndNearlyAligned) {
  Dice dice(7);
  int near = 0, overlapping = 0;
  for (int i = 0; i < 6000 && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    check(near_pair(dice, GetParam()), near, overlapping);
  }
  EXPECT_GT(near, 300);
  EXPECT_GT(overlapping, 1000);
}

INSTANTIATE_TEST_SUITE_P(Pairs, ExactDistance, ::testing::ValuesIn(all_pairs),
                         [](auto const& test) { return name_of_pair(test.param); });

}  // namespace
}  // namespace orthant::test::exact_distance
