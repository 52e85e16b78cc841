// Shapes exactly concentric, touching or aligned: finite numbers and the right depth.
#include <gtest/gtest.h>

#include "orthant/tests/collision/dice.hpp"

namespace orthant::test {
namespace {

bool is_finite(Vec3 const& v) { return isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]); }

void expect_finite(Manifold const& m) {
  for (int i = 0; i < m.count; ++i) {
    ContactPoint const& p = m.points[i];
    EXPECT_TRUE(isfinite(p.gap));
    for (Vec3 const& v : {p.x_first, p.x_second, p.d_first, p.d_second, p.normal})
      EXPECT_TRUE(is_finite(v));
  }
}

Real gap(Placed const& a, Placed const& b) {
  Manifold const m = collide(a, b, 0.1);
  expect_finite(m);
  return m.count == 0 ? HUGE_VAL : deepest(m).gap;
}

TEST(Degenerate, ConcentricSpheresPartUpwards) {
  Manifold const m = collide(sphere(0.3), sphere(0.2), 0);
  ASSERT_EQ(m.count, 1);
  EXPECT_EQ(m.points[0].kind, ContactKind::plane_point);
  EXPECT_EQ(m.points[0].normal[2], 1);
  EXPECT_NEAR(m.points[0].gap, -0.5, 1e-15);
}

TEST(Degenerate, ConcentricShapesHaveTheirDepth) {
  Placed const cube = box(0.5, 0.6, 0.7), rod = capsule(0.1, 0.4);
  EXPECT_NEAR(gap(rod, rod), -0.2, 1e-12);
  EXPECT_NEAR(gap(rod, rod.at(0, 0, 0.5)), -0.2, 1e-12);
  EXPECT_NEAR(gap(rod, rod.at(0, 0, 0, rotation(x_axis, quarter))), -0.2, 1e-12);
  EXPECT_NEAR(gap(rod, sphere(0.3)), -0.4, 1e-12);
  EXPECT_NEAR(gap(rod, sphere(0.3).at(0, 0, 0.4)), -0.4, 1e-12);
  EXPECT_NEAR(gap(cube, cube), -1, 1e-12);
  EXPECT_NEAR(gap(cube, sphere(0.3)), -0.8, 1e-12);
  EXPECT_NEAR(gap(cube, rod), -0.6, 1e-12);
  EXPECT_NEAR(gap(half_space(), cube), -0.7, 1e-12);
}

TEST(Degenerate, CentresOnTheSurfaceOfABox) {
  Placed const cube = box(0.5, 0.5, 0.5);
  EXPECT_NEAR(gap(cube, sphere(0.2).at(0.5, 0.1, 0.2)), -0.2, 1e-12);
  EXPECT_NEAR(gap(cube, sphere(0.2).at(0.5, 0.5, 0.2)), -0.2, 1e-12);
  EXPECT_NEAR(gap(cube, sphere(0.2).at(0.5, 0.5, -0.5)), -0.2, 1e-12);
  EXPECT_NEAR(gap(cube, capsule(0.2, 0.3).at(0.5, 0.5, 0.1)), -0.2, 1e-12);
  EXPECT_NEAR(gap(cube, capsule(0.2, 0.3).at(0.5, 0.5, 0.8)), -0.2, 1e-12);
}

/// Neighbours in a grid of cubes share a face, an edge or a vertex.
TEST(Degenerate, TouchingCubesHaveNoGap) {
  Placed const cube = box(0.5, 0.5, 0.5);
  for (int place = 0; place < 27; ++place) {
    if (place == 13) continue;
    int const x = place % 3 - 1, y = place / 3 % 3 - 1, z = place / 9 - 1;
    EXPECT_NEAR(gap(cube, cube.at(x, y, z)), 0, 1e-12);
  }
}

TEST(Degenerate, NumbersStayFiniteWhereAxesAndPlacesCoincide) {
  Dice dice(59);
  for (Kinds const& kinds : all_pairs)
    for (int i = 0; i < 2000; ++i) {
      Pair const pair = aligned_pair(dice, kinds);
      Placed b = pair.b;
      if (i % 4 == 0) b.X_WS = pair.a.X_WS;
      expect_finite(collide(pair.a, b, 10));
      expect_finite(collide(b, pair.a, 10));
    }
}

}  // namespace
}  // namespace orthant::test
