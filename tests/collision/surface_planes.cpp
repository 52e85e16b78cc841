// A plane of triangles has the contacts of a half-space; edges and points of a surface have their
// own only where they stand out. Triangles that are no surface are refused; a closed surface bounds
// a solid.
#include <gmock/gmock.h>

#include "tests/collision/surfaces.hpp"

namespace orthant::test::surface_planes {
namespace {

std::vector<ContactPoint> sorted(std::vector<ContactPoint> points) {
  std::sort(points.begin(), points.end(),
            [](auto const& p, auto const& q) { return p.feature < q.feature; });
  return points;
}

Placed any_shape(Dice& dice) {
  Placed const shapes[] = {sphere(0.1), capsule(0.05, 0.1), box(0.1, 0.15, 0.05),
                           placed(kind_of<shapes::Cylinder>, {{0.1, 0.04, 0}}),
                           ellipsoid(0.1, 0.05, 0.07)};
  Placed out = shapes[dice.below(5)];
  Quat<> const turns[] = {{}, rotation(x_axis, quarter), dice.orientation(), dice.nearly_aligned()};
  out.X_WS.q_WB = turns[dice.below(4)];
  bool const on_grid = dice.below(3) == 0;
  Real const x = dice.between(-0.3, 0.3), y = dice.between(-0.3, 0.3);
  out.X_WS.p_WB = {{on_grid ? 0.1 * dice.below(4) : x, on_grid ? 0.05 : y, 0}};
  Real const reach = narrow::convex_of(out.shape, out.X_WS).reach({{0, 0, -1}});
  Real const gaps[] = {0, 1e-12, -1e-9, 0.01, -0.001};
  out.X_WS.p_WB[2] = reach + rounding(out.shape) + gaps[dice.below(5)];
  return out;
}

TEST(SurfacePlane, HasTheContactsOfAHalfSpace) {
  Dice dice(7);
  int points = 0;
  for (int n = 0; n < 400; ++n) {
    SCOPED_TRACE(n);
    Pose<> const turned = dice.below(2) == 0 ? Pose<>{} : dice.pose(1), X = dice.pose(2);
    auto const ground = flat_ground(10, 0.1, dice.below(2) * 0.3, dice).moved(turned).geometry();
    Placed plane = half_space(), triangles = surface(*ground), a = any_shape(dice);
    plane.X_WS = turned;
    a.X_WS = turned * a.X_WS;
    Real const margin = dice.below(2) == 0 ? 0.05 : 0.002;
    Manifold const m = collide(a.in(X), plane.in(X), margin);
    auto const expected = sorted({m.points, m.points + m.count});
    auto const found = sorted(all_contacts(a.in(X), triangles.in(X), margin));
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      ++points;
      EXPECT_EQ(found[i].kind, expected[i].kind);
      EXPECT_EQ(found[i].feature, expected[i].feature);
      EXPECT_EQ(found[i].first_is_b, expected[i].first_is_b);
      EXPECT_NEAR(found[i].gap, expected[i].gap, 1e-13);
      EXPECT_LT(norm(found[i].normal - expected[i].normal), 1e-13);
      EXPECT_LT(norm(found[i].x_second - expected[i].x_second), 1e-9);
    }
  }
  EXPECT_GT(points, 700);
}

/// Two planes that meet along y at x = 0, where they fall off or rise by `slope`, of triangles.
Triangles bent(Real slope, Dice& dice) {
  return terrain(8, 0.1, 0, dice, [&](Real x, Real) { return -slope * std::abs(x); });
}

TEST(SurfaceRidge, HoldsABallAsTheEdgeOfABox) {
  Dice dice(8);
  auto const ridge = bent(1, dice).geometry();
  Real const r = 0.05;
  for (int n = 0; n < 200; ++n) {
    Real const angle = dice.between(-1.5, 1.5), far = dice.between(0.9, 1.1) * r;
    Vec3 const c{{far * sin(angle), dice.between(-0.3, 0.3), far * cos(angle)}};
    auto const found = all_contacts(sphere(r).at(c[0], c[1], c[2]), surface(*ridge), 0.1 * r);
    bool const over_ridge = std::abs(angle) < quarter / 2;
    Real const distance = over_ridge ? far : far * cos(std::abs(angle) - quarter / 2);
    if (distance - r > 0.1 * r || std::abs(std::abs(angle) - quarter / 2) < 1e-3) continue;
    ASSERT_FALSE(found.empty());
    Real least = HUGE_VAL;
    for (auto const& p : found) least = std::min(least, p.gap);
    EXPECT_NEAR(least, distance - r, 1e-12);
    EXPECT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].kind, over_ridge ? ContactKind::line_point : ContactKind::plane_point);
  }
}

TEST(SurfaceRidge, HoldsABoxAcrossIt) {
  Dice dice(9);
  auto const ridge = bent(0.5, dice).geometry();
  auto const found =
      all_contacts(box(0.07, 0.17, 0.05).at(0.01, 0.02, 0.05), surface(*ridge), 0.01);
  Real low = 1, high = -1;
  for (auto const& p : found) {
    EXPECT_NEAR(p.gap, 0, 1e-12);
    EXPECT_NEAR(std::abs(p.normal[2]), 1, 1e-12);
    low = std::min(low, narrow::middle_of_surfaces(p)[1]);
    high = std::max(high, narrow::middle_of_surfaces(p)[1]);
  }
  EXPECT_NEAR(low, 0.02 - 0.17, 1e-9);
  EXPECT_NEAR(high, 0.02 + 0.17, 1e-9);
}

TEST(SurfaceValley, HasNoContactOfItsEdge) {
  Dice dice(10);
  auto const valley = bent(-1, dice).geometry();
  Real const r = 0.05;
  auto const found =
      all_contacts(sphere(r).at(0, 0.013, std::sqrt(2.) * r), surface(*valley), 0.01);
  ASSERT_EQ(found.size(), 2u);
  for (auto const& p : found) {
    EXPECT_EQ(p.kind, ContactKind::plane_point);
    EXPECT_NEAR(p.gap, 0, 1e-12);
    EXPECT_NEAR(p.normal[2], std::sqrt(0.5), 1e-12);
  }
}

TEST(SurfaceSearch, LooksAtFewNodesOfMany) {
  Dice dice(11);
  auto const few = flat_ground(22, 0.05, 0.2, dice).geometry(),
             many = flat_ground(223, 0.05, 0.2, dice).geometry();
  EXPECT_GT(many->triangle.size(), 99000);
  auto const looked = [](Geometry const& of, int& triangles) {
    orthant::Bounds box, surface;
    box.half = {{0.05, 0.05, 0.05}};
    broad_phase::Near const near(box, surface, false, 0.01);
    return broad_phase::each_near(of, near, [&](int) { ++triangles; });
  };
  int near_few = 0, near_many = 0;
  int const nodes_few = looked(*few, near_few), nodes_many = looked(*many, near_many);
  EXPECT_LT(near_many, 40);
  EXPECT_LT(near_few, 40);
  EXPECT_LT(nodes_many, 2 * nodes_few);
}

using ::testing::Ne;

Triangles cube() {
  Triangles out;
  for (int i = 0; i < 8; ++i)
    out.points.push_back({{i & 1 ? 0.3 : 0.1, i & 2 ? 0.2 : -0.2, i & 4 ? 0.1 : -0.1}});
  out.corners = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                 {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return out;
}

TEST(Surface, OfACubeIsClosed) {
  auto const of = cube().geometry();
  EXPECT_TRUE(is_closed(*of));
  UnitSolid const solid = shapes::solid_of_surface(*of);
  EXPECT_NEAR(solid.volume, 0.2 * 0.4 * 0.2, 1e-15);
  EXPECT_NEAR(solid.centre[0], 0.2, 1e-15);
  int edges = 0, points = 0;
  for (int i = 0; i < of->triangle.size(); ++i)
    for (int k = 0; k < 3; ++k) {
      edges += of->triangle[i].has_edge(k);
      points += of->triangle[i].has_point(k);
    }
  EXPECT_EQ(edges, 12);
  EXPECT_EQ(points, 8);
}

TEST(Surface, IsOpenWithoutATriangle) {
  auto open = cube();
  open.corners.pop_back();
  EXPECT_FALSE(is_closed(*open.geometry()));
  EXPECT_EQ(shapes::solid_of_surface(*open.geometry()).volume, 0);
}

TEST(Surface, RefusesWhatIsNone) {
  auto const expect_refused = [](auto const& spoil, char const* words) {
    auto bad = cube();
    spoil(bad);
    EXPECT_THAT([&] { bad.geometry(); },
                ::testing::ThrowsMessage<Error>(::testing::HasSubstr(words)));
  };
  expect_refused([](Triangles& t) { t.points[3][1] = std::nan(""); }, "point 3");
  expect_refused([](Triangles& t) { t.corners[4][1] = 8; }, "triangle 4 with point 8");
  expect_refused([](Triangles& t) { t.corners[2][1] = t.corners[2][0]; }, "without area");
  expect_refused([](Triangles& t) { std::swap(t.corners[0][0], t.corners[0][1]); }, "manifold");
  expect_refused([](Triangles& t) { t.corners.clear(); }, "");
}

}  // namespace
}  // namespace orthant::test::surface_planes
