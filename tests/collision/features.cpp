// The features of a contact point are consistent, and stay exact in small motions.
#include <gtest/gtest.h>

#include "tests/collision/dice.hpp"
#include "tests/collision/reference_distance.hpp"

namespace orthant::test::kept_features {
namespace {

class Features : public ::testing::TestWithParam<Kinds> {};

Real const margin = 0.15;

/// Every contact point of some thousand random pairs.
template <class Check>
void for_each_point(Kinds const& kinds, Check const& check) {
  Dice dice(13);
  int points = 0;
  for (int i = 0; i < 4000; ++i) {
    SCOPED_TRACE(i);
    Pair const pair = near_pair(dice, kinds);
    Manifold const m = collide(pair.a, pair.b, margin);
    for (int j = 0; j < m.count; ++j) check(m.points[j]);
    points += m.count;
  }
  EXPECT_GT(points, 1500);
}

TEST_P(Features, GiveTheGapByTheirFormula) {
  for_each_point(GetParam(), [](ContactPoint const& p) {
    EXPECT_NEAR(gap_of_features(p), p.gap, 1e-12);
    EXPECT_LE(p.gap, margin);
  });
}

TEST_P(Features, HaveUnitDirections) {
  for_each_point(GetParam(), [](ContactPoint const& p) {
    EXPECT_NEAR(norm(p.normal), 1, 1e-12);
    EXPECT_NEAR(norm(p.d_first), p.kind == ContactKind::point_point ? 0 : 1, 1e-12);
    EXPECT_NEAR(norm(p.d_second), p.kind == ContactKind::line_line ? 1 : 0, 1e-12);
    Real const along = p.kind == ContactKind::plane_point ? 1 : 0;
    EXPECT_NEAR(dot(p.d_first, p.normal), along, 1e-5);
  });
}

TEST_P(Features, PartAlongTheNormal) {
  Real const t = 0.01;
  for_each_point(GetParam(), [t](ContactPoint const& p) {
    ContactPoint const moved = carried(p, {}, {t * p.normal, {}});
    EXPECT_NEAR(gap_of_features(moved), p.gap + t, 1e-12);
  });
}

TEST_P(Features, AreRoundOnlyWithRadii) {
  for_each_point(GetParam(), [](ContactPoint const& p) {
    bool const round = p.kind == ContactKind::line_point || p.kind == ContactKind::point_point;
    EXPECT_TRUE(!round || p.r_first + p.r_second > 0);
  });
}

TEST_P(Features, NormalPointsFromTheFirstOwnersShapeToTheSeconds) {
  Dice dice(17);
  for (int i = 0; i < 2000; ++i) {
    Pair const pair = near_pair(dice, GetParam());
    Manifold const m = collide(pair.a, pair.b, margin);
    if (m.count == 0) continue;
    SCOPED_TRACE(i);
    ContactPoint const p = deepest(m);
    Vec3 const a_to_b = p.first_is_b ? -p.normal : p.normal;
    Real const further = 1e-3, gap = p.gap + further;
    Bounds const moved = reference_distance(pair.a, pair.b.moved(further * a_to_b));
    EXPECT_NEAR(moved.high, gap, 1e-5);
  }
}

/// The bodies move by 1e-6: the smallest gap of the old features is then the new distance up to
/// terms of second order.
TEST_P(Features, FollowSmallMotions) {
  Dice dice(19);
  Real const step = 1e-6;
  for (int i = 0; i < 4000; ++i) {
    Pair const pair = random_pair(dice, GetParam());
    Manifold const m = collide(pair.a, pair.b, margin);
    if (m.count == 0) continue;
    SCOPED_TRACE(i);
    Pose<> const X{step * dice.direction(), rotation(dice.direction(), step)};
    Real smallest = HUGE_VAL;
    for (int j = 0; j < m.count; ++j) {
      ContactPoint const& p = m.points[j];
      smallest =
          smaller(smallest, gap_of_features(p.first_is_b ? carried(p, X, {}) : carried(p, {}, X)));
    }
    Bounds const moved = reference_distance(pair.a, pair.b.in(X));
    EXPECT_NEAR(smallest, moved.high, 2e-3 * step);
  }
}

INSTANTIATE_TEST_SUITE_P(Pairs, Features, ::testing::ValuesIn(all_pairs),
                         [](auto const& test) { return name_of_pair(test.param); });

}  // namespace
}  // namespace orthant::test::kept_features
