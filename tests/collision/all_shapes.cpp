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

TEST_P(AllShapes, HaveTheDistanceOfTheirNearestPoints) {
  Dice dice(81);
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
    if (p.gap <= tolerance) continue;
    // Beside a round face, which is given by some of its corners.
    if (p.feature == narrow::nearest_features && p.kind == ContactKind::plane_point) continue;
    ++open;
    // No two points are nearer than the shapes are along any direction.
    Vec3 const x = narrow::middle_of_surfaces(p), half = 0.5 * p.gap * p.normal;
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

TEST_P(AllShapes, DoNotDependOnTheirOrderOrPlace) {
  Dice dice(83);
  for (int i = 0; i < 1500; ++i) {
    SCOPED_TRACE(i);
    Pair const pair = any_two(dice, GetParam());
    Pose<> const X = dice.pose(5);
    Real const gap = deepest(collide(pair.a, pair.b, margin)).gap;
    if (gap < -0.05 * size_of(pair)) continue;  // several directions out of about the same length
    EXPECT_NEAR(deepest(collide(pair.b, pair.a, margin)).gap, gap, 1e-7 * size_of(pair));
    EXPECT_NEAR(deepest(collide(pair.a.in(X), pair.b.in(X), margin)).gap, gap,
                1e-7 * size_of(pair));
  }
}

INSTANTIATE_TEST_SUITE_P(Pairs, AllShapes, ::testing::ValuesIn(general_pairs()),
                         [](auto const& test) { return name_of_pair(test.param); });

class EachShape : public ::testing::TestWithParam<int> {};

/// No point of the shape is farther along d than its support, and its faces are there.
TEST_P(EachShape, HasFacesWhereItsSupportIs) {
  Dice dice(84);
  with_type(ShapeKind{GetParam()}, [&](auto type) {
    if constexpr (type.convex)
      for (int i = 0; i < 2000; ++i) {
        Shape const shape = dice.shape(ShapeKind{GetParam()}).shape;
        Vec3 n = i % 3 == 0 ? rotate(dice.nearly_aligned(), x_axis) : dice.direction();
        Vec3 const x = type.support(shape, n);
        EXPECT_NEAR(dot(n, x), type.reach(shape, n), 1e-12);
        EXPECT_LE(type.reach(shape, n) + type.rounding(shape), type.bounding_radius(shape) + 1e-12);
        EXPECT_GE(type.reach(shape, n) + type.rounding(shape),
                  type.inscribed_radius(shape) - 1e-12);
        for (int k = 0; k < 20; ++k)
          EXPECT_LE(dot(n, type.support(shape, dice.direction())), dot(n, x) + 1e-12);
        for (Real sine : {0., 1e-6, 0.05}) {
          SupportFace const face = type.face(shape, n, sine);
          Real furthest = -HUGE_VAL, across = 0;
          for (int k = 0; k < 3; ++k) across += n[k] * n[k] * face.squares[k];
          for (int k = 0; k < face.count; ++k)
            furthest = larger(furthest, dot(n, face.corner[k]) + sqrt(across));
          EXPECT_NEAR(furthest, dot(n, x), 1e-9);
        }
      }
  });
}

/// Counts the points of a grid in the bounding box that are inside the shape.
void count_points(ShapeKind kind, Real rounded) {
  constexpr int n = 20;
  Dice dice(85);
  Placed shape = dice.shape(kind);
  shape.shape.rounding = rounded;
  if (shape.shape.is<shapes::HalfSpace>() || is_surface(shape.shape)) return;
  UnitSolid expected;
  with_type(shape.shape.kind, [&](auto type) { expected = type.solid(shape.shape); });
  Vec3 low, high;
  bound_core(shape.shape, low, high);
  Real const r = rounding(shape.shape);
  Real cell = 1. / (n * n * n);
  for (int k = 0; k < 3; ++k) cell *= high[k] - low[k] + 2 * r;
  Real volume = 0;
  Vec3 moments, products, first;
  for (int i = 0; i < n * n * n; ++i) {
    int const at[] = {i % n, i / n % n, i / n / n};
    Vec3 x;
    for (int k = 0; k < 3; ++k) x[k] = low[k] - r + (high[k] - low[k] + 2 * r) * (at[k] + 0.5) / n;
    if (collide(shape, sphere(1e-9).moved(x), 0).count == 0) continue;
    volume += cell;
    x -= expected.centre;
    for (int k = 0; k < 3; ++k) {
      moments[k] += cell * (dot(x, x) - x[k] * x[k]);
      products[k] -= cell * x[(k + 1) % 3] * x[(k + 2) % 3];
      first[k] += cell * x[k];
    }
  }
  EXPECT_NEAR(volume, expected.volume, 0.02 * expected.volume);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(moments[k], expected.moments[k], 0.03 * expected.moments[k]);
    EXPECT_NEAR(products[k], expected.products[k], 0.03 * expected.moments[k]);
    EXPECT_NEAR(first[k], 0, 0.02 * volume * bounding_radius(shape.shape));
  }
}

TEST_P(EachShape, HasTheVolumeAndMomentsOfItsPoints) {
  for (Real rounded : {0., 0.2}) count_points(ShapeKind{GetParam()}, rounded);
}

INSTANTIATE_TEST_SUITE_P(Kinds, EachShape, ::testing::Range(0, Shapes::count),
                         [](auto const& test) {
                           std::string name;
                           with_type(ShapeKind{test.param}, [&](auto type) { name = type.name; });
                           return name;
                         });

}  // namespace
}  // namespace orthant::test::all_shapes
