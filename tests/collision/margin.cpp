// Points with gaps up to the margin are reported, others are not.
#include <gtest/gtest.h>

#include "tests/collision/dice.hpp"

namespace orthant::test {
namespace {

class Margin : public ::testing::TestWithParam<Kinds> {};

TEST_P(Margin, JustAboveTheGapThePointIsThereAndJustBelowItIsNot) {
  Dice dice(47);
  int apart = 0;
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(i);
    Pair const pair = near_pair(dice, GetParam());
    Manifold const m = collide(pair.a, pair.b, 0.3);
    if (m.count == 0) continue;
    Real const gap = deepest(m).gap;
    EXPECT_GT(collide(pair.a, pair.b, gap + 1e-8).count, 0);
    EXPECT_EQ(collide(pair.a, pair.b, gap - 1e-8).count, 0);
    if (gap > 0) ++apart;
  }
  EXPECT_GT(apart, 200);
}

TEST_P(Margin, ChangesNoPointThatIsWithinIt) {
  Dice dice(53);
  Real const narrow = 0.02, wide = 0.2;
  int points = 0;
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(i);
    Pair const pair = random_pair(dice, GetParam());
    Manifold const few = collide(pair.a, pair.b, narrow), many = collide(pair.a, pair.b, wide);
    std::set<int> within;
    for (int j = 0; j < many.count; ++j)
      if (many.points[j].gap <= narrow) within.insert(many.points[j].feature);
    EXPECT_EQ(features(few), within);
    points += few.count;
  }
  EXPECT_GT(points, 500);
}

INSTANTIATE_TEST_SUITE_P(Pairs, Margin, ::testing::ValuesIn(all_pairs),
                         [](auto const& test) { return name_of_pair(test.param); });

}  // namespace
}  // namespace orthant::test
