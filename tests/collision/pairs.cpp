// Every pair of shapes in thousands of random poses: its smallest gap is the signed distance, its
// features are consistent and on the shapes, and neither order, place nor margin changes them.
#include <gtest/gtest.h>

#include "orthant/tests/collision/dice.hpp"
#include "tests/collision/reference_distance.hpp"

namespace orthant::test::pairs {
namespace {

Real const margin = 0.15;

/// The distance of x from the core of the shape.
Real off_core(Placed const& placed, Vec3 const& x_W) {
  Vec3 const x = seen_from(placed.X_WS, x_W), &size = placed.shape.size;
  if (placed.shape.is<shapes::Sphere>()) return norm(x);
  if (placed.shape.is<shapes::Capsule>())
    return norm(Vec3{{x[0], x[1], x[2] - clamped(x[2], -size[1], size[1])}});
  if (placed.shape.is<shapes::HalfSpace>()) return fabs(x[2]);
  Real out = -HUGE_VAL;
  for (int k = 0; k < 3; ++k) out = larger(out, fabs(x[k]) - size[k]);
  return fabs(out);
}

class Pairs : public ::testing::TestWithParam<Kinds> {
 protected:
  /// Pairs in general position and nearly aligned, or in general position only.
  template <class Check>
  void each(unsigned seed, int count, bool aligned_too, Check const& check) const {
    Dice dice(seed);
    for (int i = 0; i < count && !HasFailure(); ++i) {
      SCOPED_TRACE(i);
      check(aligned_too ? near_pair(dice, GetParam()) : random_pair(dice, GetParam()), dice);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(All, Pairs, ::testing::ValuesIn(all_pairs),
                         [](auto const& test) { return name_of_pair(test.param); });

/// Also of shapes that are moved apart by the gap along the normal, and somewhat more or less.
TEST_P(Pairs, HaveTheirSignedDistance) {
  int near = 0, overlapping = 0, wide = 0;
  each(7, 4000, true, [&](Pair const& pair, Dice&) {
    Bounds const expected = reference_distance(pair.a, pair.b);
    EXPECT_LE(expected.low, expected.high + 1e-15);
    wide += expected.high - expected.low > 1e-10;
    Manifold const m = collide(pair.a, pair.b, margin);
    EXPECT_TRUE(expected.low <= margin || m.count == 0);
    if (expected.high > margin) return;
    ASSERT_GT(m.count, 0);
    ContactPoint const p = deepest(m);
    EXPECT_GE(p.gap, expected.low - 1e-9);
    EXPECT_LE(p.gap, expected.high + 1e-9);
    Vec3 const a_to_b = p.first_is_b ? -p.normal : p.normal;
    auto const moved = [&](Real by) {
      return reference_distance(pair.a, pair.b.moved(by * a_to_b));
    };
    EXPECT_NEAR(moved(1e-3).high, p.gap + 1e-3, 1e-5);
    ++(p.gap < 0 ? overlapping : near);
    if (p.gap > -1e-6) return;
    EXPECT_GT(moved(-p.gap + 1e-8).high, 0);
    EXPECT_LT(moved(-p.gap - 1e-7).low, 0);
  });
  EXPECT_LE(wide, 4);  // of the bounds, one in a thousand
  EXPECT_GT(near, 200);
  EXPECT_GT(overlapping, 700);
}

TEST_P(Pairs, HaveConsistentFeaturesOnTheirSurfaces) {
  int points = 0;
  each(13, 4000, true, [&](Pair const& pair, Dice&) {
    Manifold const m = collide(pair.a, pair.b, margin);
    std::set<int> const ids = features(m);
    EXPECT_EQ(static_cast<int>(ids.size()), m.count);
    EXPECT_TRUE(ids.empty() || (*ids.begin() >= 0 && *ids.rbegin() < 65536));
    points += m.count;
    for (int j = 0; j < m.count; ++j) {
      ContactPoint const& p = m.points[j];
      EXPECT_NEAR(gap_of_features(p), p.gap, 1e-12);
      EXPECT_LE(p.gap, margin);
      EXPECT_NEAR(norm(p.normal), 1, 1e-12);
      EXPECT_NEAR(norm(p.d_first), p.kind == ContactKind::point_point ? 0 : 1, 1e-12);
      EXPECT_NEAR(norm(p.d_second), p.kind == ContactKind::line_line ? 1 : 0, 1e-12);
      EXPECT_NEAR(dot(p.d_first, p.normal), p.kind == ContactKind::plane_point ? 1 : 0, 1e-5);
      EXPECT_NEAR(gap_of_features(carried(p, {}, {0.01 * p.normal, {}})), p.gap + 0.01, 1e-12);
      bool const round = p.kind == ContactKind::line_point || p.kind == ContactKind::point_point;
      EXPECT_TRUE(!round || p.r_first + p.r_second > 0);
      EXPECT_LT(off_core(pair.a, p.first_is_b ? p.x_second : p.x_first), 1e-9);
      EXPECT_LT(off_core(pair.b, p.first_is_b ? p.x_first : p.x_second), 1e-9);
    }
  });
  EXPECT_GT(points, 2000);
}

TEST_P(Pairs, DoNotDependOnTheirOrderOrPlace) {
  int contacts = 0;
  each(23, 3000, true, [&](Pair const& pair, Dice&) {
    Manifold const ab = collide(pair.a, pair.b, margin), ba = collide(pair.b, pair.a, margin);
    ASSERT_EQ(ab.count == 0, ba.count == 0);
    if (ab.count == 0) return;
    EXPECT_NEAR(deepest(ab).gap, deepest(ba).gap, 2e-9);
    ++contacts;
  });
  EXPECT_GT(contacts, 1000);
  each(31, 3000, false, [&](Pair const& pair, Dice& dice) {
    Pose<> const X = dice.pose(5);
    Manifold const here = collide(pair.a, pair.b, margin);
    Manifold const there = collide(pair.a.in(X), pair.b.in(X), margin);
    ASSERT_EQ(here.count, there.count);
    EXPECT_EQ(here.count, collide(pair.b, pair.a, margin).count);
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
  });
}

/// Just above the gap the point is there, and just below it is not; other points do not change.
TEST_P(Pairs, ReportPointsUpToTheMargin) {
  int apart = 0, points = 0;
  each(47, 3000, true, [&](Pair const& pair, Dice&) {
    Manifold const m = collide(pair.a, pair.b, 0.3);
    if (m.count == 0) return;
    Real const gap = deepest(m).gap;
    EXPECT_GT(collide(pair.a, pair.b, gap + 1e-8).count, 0);
    EXPECT_EQ(collide(pair.a, pair.b, gap - 1e-8).count, 0);
    apart += gap > 0;
  });
  EXPECT_GT(apart, 150);
  Real const narrow = 0.02, wide = 0.2;
  each(53, 3000, false, [&](Pair const& pair, Dice&) {
    Manifold const few = collide(pair.a, pair.b, narrow), many = collide(pair.a, pair.b, wide);
    std::set<int> within;
    for (int j = 0; j < many.count; ++j)
      if (many.points[j].gap <= narrow) within.insert(many.points[j].feature);
    EXPECT_EQ(features(few), within);
    points += few.count;
  });
  EXPECT_GT(points, 400);
}

/// The bodies move by 1e-6: the smallest gap of the old features is then the new distance up to
/// terms of second order.
TEST_P(Pairs, HaveFeaturesThatFollowSmallMotions) {
  Real const step = 1e-6;
  each(19, 2000, false, [&](Pair const& pair, Dice& dice) {
    Manifold const m = collide(pair.a, pair.b, margin);
    if (m.count == 0) return;
    Pose<> const X{step * dice.direction(), rotation(dice.direction(), step)};
    Real smallest = HUGE_VAL;
    for (int j = 0; j < m.count; ++j) {
      ContactPoint const& p = m.points[j];
      smallest =
          smaller(smallest, gap_of_features(p.first_is_b ? carried(p, X, {}) : carried(p, {}, X)));
    }
    EXPECT_NEAR(smallest, reference_distance(pair.a, pair.b.in(X)).high, 2e-3 * step);
  });
}

}  // namespace
}  // namespace orthant::test::pairs
