// Pairs found by support maps, of all shapes in the list: distance and normal are verified by the
// support functions alone.
#include <gtest/gtest.h>

#include "orthant/tests/collision/dice.hpp"

namespace orthant::test::all_shapes {
namespace {

Real const margin = HUGE_VAL;

/// The support height of the shape along the unit vector n.
Real height(Placed const& p, Vec3 const& n) {
  narrow::Convex const shape = narrow::convex_of(p.shape, p.X_WS);
  return dot(n, p.X_WS.p_WB) + shape.reach(n) + shape.radius;
}

/// Distance along n, from a to b: a lower bound on their distance for any n.
Real apart(Placed const& a, Placed const& b, Vec3 const& n) {
  if (a.shape.is<shapes::HalfSpace>()) return -height(b, -n) - dot(n, a.X_WS.p_WB);
  return -height(b, -n) - height(a, n);
}

/// The distance of a point outside the shape, as a lower bound; negative inside.
Real outside(Dice& dice, Placed const& p, Vec3 const& x) {
  if (p.shape.is<shapes::HalfSpace>()) return seen_from(p.X_WS, x)[2];
  Real out = -HUGE_VAL;
  for (int k = 0; k < 200; ++k) {
    Vec3 const n = dice.direction();
    out = larger(out, dot(n, x) - height(p, n));
  }
  return out;
}

/// Sizes over two decades, rotated by axes or at random, near or deep in each other.
Pair any_two(Dice& dice, Kinds const& kinds) {
  auto const sized = [&](ShapeKind kind) {
    return placed(kind, {{pow(10., dice.between(-2, 0)), pow(10., dice.between(-2, 0)),
                          pow(10., dice.between(-2, 0))}});
  };
  Placed a = sized(kinds.a), b = sized(kinds.b);
  for (Placed* p : {&a, &b})
    if (dice.below(3) == 0) p->shape.rounding = pow(10., dice.between(-3, -0.5));
  bool const plane = a.shape.is<shapes::HalfSpace>();
  b.X_WS.q_WB = dice.below(2) == 0 ? dice.orientation() : dice.nearly_aligned();
  Vec3 n = plane ? z_axis : dice.direction();
  if (!plane && dice.below(2) == 0) n = dice.below(2) == 0 ? x_axis : z_axis;
  Real const part[] = {dice.between(0, 1.2),
                       1 + pow(10., -dice.below(12)) * dice.between(-0.1, 0.1), 1, 0};
  b.X_WS.p_WB = -part[dice.below(4)] * apart(a, b, n) * n;
  Pose<> const X = dice.pose(2);
  return {a.in(X), b.in(X)};
}

Real size_of(Pair const& p) {
  return bounding_radius(p.b.shape) +
         (p.a.shape.is<shapes::HalfSpace>() ? 0 : bounding_radius(p.a.shape));
}

class AllShapes : public ::testing::TestWithParam<Kinds> {};

/// In any order and at any place, unless several directions out are of about the same length.
TEST_P(AllShapes, HaveTheDistanceOfTheirNearestPoints) {
  Dice dice(81), places(83);
  int open = 0;
  for (int i = 0; i < 1500; ++i) {
    SCOPED_TRACE(i);
    Pair const pair = any_two(dice, GetParam());
    Manifold const m = collide(pair.a, pair.b, margin);
    ASSERT_GT(m.count, 0);
    EXPECT_EQ(static_cast<int>(features(m).size()), m.count);
    ContactPoint const p = deepest(m);
    Real const tolerance = 1e-7 * size_of(pair);
    EXPECT_NEAR(gap_of_features(p), p.gap, tolerance);
    EXPECT_NEAR(norm(p.normal), 1, 1e-12);
    if (Pose<> const X = places.pose(5); p.gap >= -0.05 * size_of(pair)) {
      EXPECT_NEAR(deepest(collide(pair.b, pair.a, margin)).gap, p.gap, tolerance);
      EXPECT_NEAR(deepest(collide(pair.a.in(X), pair.b.in(X), margin)).gap, p.gap, tolerance);
    }
    if (p.gap <= tolerance) continue;
    // Beside a round face, which is given by some of its corners.
    if (p.feature == narrow::nearest_features && p.kind == ContactKind::plane_point) continue;
    ++open;
    // No two points are nearer than the shapes are along any direction.
    Vec3 const x = narrow::middle_of_surfaces(p), half = 0.5 * p.gap * p.normal;
    ContactPoint plane = p;  // its tangent plane acts at the same point
    plane.kind = ContactKind::meeting;
    EXPECT_LT(norm(narrow::middle_of_surfaces(plane) - x), tolerance);
    Placed const &first = p.first_is_b ? pair.b : pair.a, &second = p.first_is_b ? pair.a : pair.b;
    if (m.count == 1) {
      EXPECT_NEAR(apart(pair.a, pair.b, p.first_is_b ? -p.normal : p.normal), p.gap, tolerance);
    }
    EXPECT_LT(outside(dice, first, x - half), 50 * tolerance);
    EXPECT_LT(outside(dice, second, x + half), 50 * tolerance);
  }
  EXPECT_GT(open, 100);
}

TEST_P(AllShapes, LeaveEachOtherNoSoonerInAnyDirection) {
  if (GetParam().a == kind_of<shapes::HalfSpace>) return;  // there is a single direction
  Dice dice(82);
  int overlapping = 0, missed = 0;
  for (int i = 0; i < 500; ++i) {
    SCOPED_TRACE(i);
    Pair const pair = any_two(dice, GetParam());
    ContactPoint const p = deepest(collide(pair.a, pair.b, margin));
    if (p.gap > 0) continue;
    ++overlapping;
    Vec3 best;
    Real least = -HUGE_VAL, step = 0.1;
    auto const attempt = [&](Vec3 const& n) {
      Real const gap = apart(pair.a, pair.b, n);
      if (gap > least) best = n;
      bool const better = gap > least;
      least = larger(least, gap);
      return better;
    };
    for (int k = 0; k < 1000; ++k) attempt(dice.direction());
    for (int k = 0; k < 300; ++k)
      step *= attempt(unit(best + step * dice.between(0, 1) * dice.direction())) ? 1.5 : 0.95;
    EXPECT_LT(least, p.gap + 0.03 * size_of(pair));
    if (least > p.gap + 1e-6 * size_of(pair)) ++missed;
  }
  EXPECT_GT(overlapping, 100);
  EXPECT_LE(missed, overlapping / 50);  // deep overlaps have several directions out
}

INSTANTIATE_TEST_SUITE_P(Pairs, AllShapes, ::testing::ValuesIn(general_pairs()),
                         [](auto const& test) { return name_of_pair(test.param); });

}  // namespace
}  // namespace orthant::test::all_shapes
