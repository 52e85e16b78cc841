// Face contacts of two boxes: how many points, where, and how deep.
#include <gtest/gtest.h>

#include "orthant/tests/collision/dice.hpp"

namespace orthant::test::box_on_box {
namespace {

Placed const cube = box(0.5, 0.5, 0.5);

/// All contacts are points above planes with this gap; `up`: 1 if b stands on a, -1 if a on b.
void expect_upward_points(Manifold const& m, int count, Real gap, Real up = 1) {
  ASSERT_EQ(m.count, count);
  for (int i = 0; i < m.count; ++i) {
    ContactPoint const& p = m.points[i];
    EXPECT_EQ(p.kind, ContactKind::plane_point);
    EXPECT_NEAR(p.gap, gap, 1e-12);
    EXPECT_NEAR(p.normal[2], p.first_is_b ? -up : up, 1e-12);
  }
}

bool has_point_at(Manifold const& m, Real x, Real y) {
  return std::any_of(m.points, m.points + m.count, [x, y](auto const& p) {
    return fabs(p.x_second[0] - x) < 1e-9 && fabs(p.x_second[1] - y) < 1e-9;
  });
}

TEST(BoxOnBox, AlignedCubesTouchAtTheirCorners) {
  for (Real gap : {0.005, 0., -0.005}) {
    Manifold const m = collide(cube, cube.at(0, 0, 1 + gap), 0.01);
    expect_upward_points(m, 4, gap);
    for (Real x : {-0.5, 0.5})
      for (Real y : {-0.5, 0.5}) EXPECT_TRUE(has_point_at(m, x, y));
  }
}

TEST(BoxOnBox, OffsetCubesTouchInTheCommonRectangle) {
  Manifold const m = collide(cube, cube.at(0.3, -0.2, 1), 0.01);
  expect_upward_points(m, 4, 0);
  for (Real x : {-0.2, 0.5})
    for (Real y : {-0.5, 0.3}) EXPECT_TRUE(has_point_at(m, x, y));
}

TEST(BoxOnBox, TurnedByHalfARightAngleTheyTouchInAnOctagon) {
  Manifold const m = collide(cube, cube.at(0, 0, 0.999, rotation(z_axis, quarter / 2)), 0.01);
  expect_upward_points(m, 8, -0.001);
  Real const far = 0.5, near = std::sqrt(0.5) - 0.5;
  for (Real x : {-far, far})
    for (Real y : {-near, near}) {
      EXPECT_TRUE(has_point_at(m, x, y));
      EXPECT_TRUE(has_point_at(m, y, x));
    }
}

TEST(BoxOnBox, ABrickAcrossTwoHasFourPointsOnEach) {
  Placed const brick = box(1, 0.4, 0.2).at(0, 0, 0.7);
  for (Real side : {-0.6, 0.6}) {
    Manifold const m = collide(cube.at(side, 0, 0), brick, 0.01);
    expect_upward_points(m, 4, 0);
    Real const outer = side < 0 ? -1 : 1, inner = side < 0 ? -0.1 : 0.1;
    for (Real x : {inner, outer})
      for (Real y : {-0.4, 0.4}) EXPECT_TRUE(has_point_at(m, x, y));
  }
}

TEST(BoxOnBox, ASmallOneStandsWithItsOwnCorners) {
  Placed const small = box(0.1, 0.2, 0.1).at(0.05, 0.1, 0.6, rotation(z_axis, 0.4));
  expect_upward_points(collide(cube, small, 0.01), 4, 0);
  expect_upward_points(collide(small, cube, 0.01), 4, 0, -1);
}

TEST(BoxOnBox, OnAnEdgeItHasTwoPointsAndOnAVertexOne) {
  Real const edge = std::sqrt(0.5), vertex = std::sqrt(0.75);
  Placed const floor = box(2, 2, 0.5);
  Manifold const on_edge =
      collide(floor, cube.at(0, 0, 0.5 + edge, rotation(x_axis, quarter / 2)), 0.1);
  expect_upward_points(on_edge, 2, 0);
  Quat<> const diagonal = rotation(Vec3{{1, -1, 0}}, std::acos(std::sqrt(1. / 3)));
  Manifold const on_vertex = collide(floor, cube.at(0, 0, 0.5 + vertex, diagonal), 0.1);
  expect_upward_points(on_vertex, 1, 0);
}

TEST(BoxOnBox, TiltedOnlyTheLowerSideIsWithinTheMargin) {
  Real const tilt = 0.1;
  Placed const tilted = cube.at(0, 0, 0.5 + 0.5 * (cos(tilt) + sin(tilt)), rotation(y_axis, tilt));
  expect_upward_points(collide(box(2, 2, 0.5), tilted, 0.05), 2, 0);
  EXPECT_EQ(collide(box(2, 2, 0.5), tilted, 0.2).count, 4);
}

/// The reference face is the flat one on which the other box tilts, in any order of the boxes.
TEST(BoxOnBox, ARockingBlockKeepsTheFloorsNormal) {
  Placed const floor = box(2, 2, 0.5);
  for (Real tilt : {0.04, 1e-3, 1e-4}) {
    Real const height = 0.5 + 0.5 * (cos(tilt) + sin(tilt));
    Placed const block = cube.at(0, 0, height, rotation(y_axis, tilt));
    for (Manifold const& m : {collide(floor, block, 0.01), collide(block, floor, 0.01)}) {
      ASSERT_GE(m.count, 2);
      EXPECT_NEAR(fabs(deepest(m).normal[2]), 1, 1e-12);
    }
  }
}

TEST(BoxOnBox, BesideEachOtherTheNearestFeaturesCount) {
  Manifold const edges = collide(cube, cube.at(1.03, 0.2, 1.04), 0.1);
  ASSERT_GE(edges.count, 1);
  EXPECT_NEAR(deepest(edges).gap, 0.05, 1e-12);
  EXPECT_NEAR(deepest(edges).normal[0], 0.6, 1e-12);
  Manifold const vertices = collide(cube, cube.at(1.02, 1.06, 1.09), 0.2);
  ASSERT_EQ(vertices.count, 1);
  EXPECT_NEAR(vertices.points[0].gap, 0.11, 1e-12);
  EXPECT_EQ(vertices.points[0].kind, ContactKind::plane_point);
}

}  // namespace
}  // namespace orthant::test::box_on_box
