// Every pair of shapes in thousands of random poses: its smallest gap is the signed distance, its
// features are consistent and on the shapes, and neither order, place nor margin changes them.
#include <gtest/gtest.h>

#include <vector>

#include "orthant/tests/collision/dice.hpp"
#include "orthant/tests/collision/placed.hpp"

namespace orthant::test::pairs {
namespace {

/// Differences of vertices nearly coincide if shapes are nearly aligned; therefore more digits.
using Digits = long double;
using LongVec = Vec<3, Digits>;
using Points = std::vector<LongVec>;

struct Core {
  Points vertices, face_normals, edges;
  Real radius = 0;
};

Core core_of(Placed const& placed) {
  Core core;
  Quat<> const& q = placed.X_WS.q_WB;
  Pose<Digits> const X{constant<Digits>(placed.X_WS.p_WB),
                       normalised(Quat<Digits>{q.w, q.x, q.y, q.z})};
  Vec3 const& size = placed.shape.size;
  Points axes;
  for (Vec3 const& e : {x_axis, y_axis, z_axis})
    axes.push_back(rotate(X.q_WB, constant<Digits>(e)));
  if (placed.shape.kind == kind_of<shapes::Box>) {
    for (Digits x : {-size[0], size[0]})
      for (Digits y : {-size[1], size[1]})
        for (Digits z : {-size[2], size[2]})
          core.vertices.push_back(orthant::at(X, LongVec{{x, y, z}}));
    core.face_normals = core.edges = axes;
    return core;
  }
  core.radius = size[0];
  Digits const half = placed.shape.kind == kind_of<shapes::Capsule> ? size[1] : 0;
  core.vertices = {X.p_WB - half * axes[2], X.p_WB + half * axes[2]};
  if (half > 0) core.edges.push_back(axes[2]);
  return core;
}

/// The point of the affine hull of n <= 3 points nearest to the origin, if it is in their hull.
bool nearest_in_simplex(Points const& points, LongVec& nearest) {
  LongVec const& p = points[0];
  nearest = p;
  if (points.size() == 1) return true;
  LongVec const e = points[1] - p;
  if (points.size() == 2) {
    Digits const s = -dot(p, e) / dot(e, e);
    nearest = p + s * e;
    return s >= 0 && s <= 1;
  }
  // Barycentric coordinates of the foot of the origin in the triangle's plane.
  LongVec const f = points[2] - p, n = cross(e, f);
  Digits const area = dot(n, n);
  if (!(area > 0)) return false;
  Digits const s = dot(cross(f, p), n) / area, t = dot(cross(p, e), n) / area;
  nearest = (dot(n, p) / area) * n;
  return s >= 0 && t >= 0 && s + t <= 1;
}

/// Reduces the points to at most three whose hull is nearest to the origin; returns the nearest
/// point.
LongVec reduce_to_nearest(Points& points) {
  Points best;
  LongVec nearest, candidate;
  for (std::size_t mask = 1; mask < std::size_t{1} << points.size(); ++mask) {
    Points subset;
    for (std::size_t i = 0; i < points.size(); ++i)
      if ((mask >> i & 1) != 0) subset.push_back(points[i]);
    if (subset.size() > 3 || !nearest_in_simplex(subset, candidate)) continue;
    if (!best.empty() && dot(candidate, candidate) >= dot(nearest, nearest)) continue;
    best = subset;
    nearest = candidate;
  }
  points = best;
  return nearest;
}

/// low <= distance <= high
struct Bounds {
  Real low, high;
};

/// The distance of two cores that do not overlap.
Bounds core_distance(Core const& a, Core const& b) {
  Points differences;
  for (auto const& y : b.vertices)
    for (auto const& x : a.vertices) differences.push_back(y - x);
  Points active{differences[0]};
  Digits low = 0, high = norm(differences[0]);
  for (int iteration = 0; iteration < 100 && high - low > 1e-14; ++iteration) {
    LongVec const x = reduce_to_nearest(active);
    Digits const distance = norm(x);
    if (distance < 1e-16) return {0, 0};
    auto const nearer = [&x](auto const& p, auto const& q) { return dot(x, p) < dot(x, q); };
    active.push_back(*std::min_element(differences.begin(), differences.end(), nearer));
    low = larger(low, dot(x, active.back()) / distance);
    high = smaller(high, distance);
  }
  return {static_cast<Real>(low), static_cast<Real>(high)};
}

/// The displacement of b along n that separates it from a.
Digits overlap_along(Core const& a, Core const& b, LongVec const& n) {
  Digits front = -HUGE_VAL, back = HUGE_VAL;
  for (auto const& x : a.vertices) front = larger(front, dot(n, x));
  for (auto const& y : b.vertices) back = smaller(back, dot(n, y));
  return front - back;
}

Real least_overlap(Core const& a, Core const& b) {
  Points directions = a.face_normals;
  directions.insert(directions.end(), b.face_normals.begin(), b.face_normals.end());
  for (auto const& e : a.edges)
    for (auto const& f : b.edges)
      if (norm(cross(e, f)) > 1e-13) directions.push_back(unit(cross(e, f)));
  Digits least = HUGE_VAL;
  for (auto const& n : directions)
    least = smaller(least, smaller(overlap_along(a, b, n), overlap_along(a, b, -n)));
  return static_cast<Real>(least);
}

/// Bounds of the signed distance of two shapes; a may be a half-space.
Bounds reference_distance(Placed const& a, Placed const& b) {
  Core const core_b = core_of(b);
  if (a.shape.kind == kind_of<shapes::HalfSpace>) {
    LongVec const n = constant<Digits>(rotate(a.X_WS.q_WB, z_axis));
    Digits lowest = HUGE_VAL;
    for (auto const& y : core_b.vertices)
      lowest = smaller(lowest, dot(n, y - constant<Digits>(a.X_WS.p_WB)));
    Real const gap = static_cast<Real>(lowest) - core_b.radius;
    return {gap, gap};
  }
  Core const core_a = core_of(a);
  // Cores overlap if they do along all these directions; cores without faces are flat.
  bool const flat = core_a.face_normals.empty() && core_b.face_normals.empty();
  Real const overlap = flat ? 0 : least_overlap(core_a, core_b);
  Bounds const bounds = overlap > 0 ? Bounds{-overlap, -overlap} : core_distance(core_a, core_b);
  Real const radii = core_a.radius + core_b.radius;
  return {bounds.low - radii, bounds.high - radii};
}

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
      bool const mean = p.kind == ContactKind::mean_plane;
      EXPECT_NEAR(norm(p.d_second), mean || p.kind == ContactKind::line_line ? 1 : 0, 1e-12);
      EXPECT_NEAR(dot(p.d_first, p.normal), mean || p.kind == ContactKind::plane_point ? 1 : 0,
                  mean ? 0.3 : 1e-5);
      EXPECT_NEAR(gap_of_features(carried(p, {}, {0.01 * p.normal, {}})), p.gap + 0.01, 1e-12);
      bool const round = p.kind == ContactKind::line_point || p.kind == ContactKind::point_point;
      EXPECT_TRUE(!round || p.r_first + p.r_second > 0);
      Real const beside = mean ? 0.5 * std::abs(p.gap) * norm(cross(p.d_first, p.d_second)) : 0;
      EXPECT_LT(off_core(pair.a, p.first_is_b ? p.x_second : p.x_first), 1e-9 + beside);
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
