// Overlapping shapes separate if moved along the deepest point's normal by its gap, and not before.
#include <gtest/gtest.h>

#include "tests/collision/dice.hpp"
#include "tests/collision/reference_distance.hpp"

namespace orthant::test {
namespace {

class Parting : public ::testing::TestWithParam<Kinds> {};

/// The second shape moved away from the first by `distance`, if the first owns the first feature.
Pair parted(Pair const& pair, ContactPoint const& p, Real distance) {
  return {pair.a, pair.b.moved((p.first_is_b ? -distance : distance) * p.normal)};
}

TEST_P(Parting, TakesExactlyTheGap) {
  Dice dice(11);
  int overlapping = 0;
  for (int i = 0; i < 4000; ++i) {
    Pair const pair = near_pair(dice, GetParam());
    Manifold const m = collide(pair.a, pair.b, 0);
    if (m.count == 0 || deepest(m).gap > -1e-6) continue;
    SCOPED_TRACE(i);
    ContactPoint const p = deepest(m);
    Pair const apart = parted(pair, p, -p.gap + 1e-8), almost = parted(pair, p, -p.gap - 1e-7);
    EXPECT_GT(reference_distance(apart.a, apart.b).high, 0);
    EXPECT_LT(reference_distance(almost.a, almost.b).low, 0);
    ++overlapping;
  }
  EXPECT_GT(overlapping, 1000);
}

INSTANTIATE_TEST_SUITE_P(Pairs, Parting, ::testing::ValuesIn(all_pairs),
                         [](auto const& test) { return name_of_pair(test.param); });

}  // namespace
}  // namespace orthant::test
