// Capsules on boxes: flat on a face, across and along an edge, at a vertex.
#include <gtest/gtest.h>

#include "orthant/tests/collision/placed.hpp"

namespace orthant::test::capsule_on_box {
namespace {

Placed const cube = box(0.5, 0.5, 0.5), rod = capsule(0.1, 0.3), long_rod = capsule(0.1, 2);
Quat<> const along_x = rotation(y_axis, quarter);

/// Two points with the given gap, `length` apart along x.
void expect_two_points(Manifold const& m, ContactKind kind, Real gap, Real length) {
  ASSERT_EQ(m.count, 2);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(m.points[i].kind, kind);
    EXPECT_NEAR(m.points[i].gap, gap, 1e-9);
  }
  EXPECT_NEAR(fabs(m.points[0].x_second[0] - m.points[1].x_second[0]), length, 1e-9);
}

TEST(CapsuleOnBox, FlatOnAFaceTouchesAtBothEnds) {
  for (Real gap : {0.01, 0., -0.02})
    expect_two_points(collide(cube, rod.at(0.1, 0.2, 0.6 + gap, along_x), 0.05),
                      ContactKind::plane_point, gap, 0.6);
}

TEST(CapsuleOnBox, OverTheFacesSidesTouchesAboveThem) {
  expect_two_points(collide(cube, long_rod.at(0.1, 0.2, 0.59, along_x), 0.05),
                    ContactKind::plane_point, -0.01, 1);
  expect_two_points(collide(cube, rod.at(0.4, 0.2, 0.59, along_x), 0.05), ContactKind::plane_point,
                    -0.01, 0.4);
}

TEST(CapsuleOnBox, UprightHasOnePoint) {
  Manifold const m = collide(cube, rod.at(0.1, 0.2, 0.9), 0.05);
  ASSERT_EQ(m.count, 1);
  EXPECT_EQ(m.points[0].kind, ContactKind::plane_point);
  EXPECT_NEAR(m.points[0].gap, 0, 1e-12);
}

TEST(CapsuleOnBox, AcrossAnEdgeTouchesInOnePoint) {
  Real const top = std::sqrt(0.5);
  for (Real gap : {0.02, -0.05, -0.15}) {  // at the last, the axis is inside the box
    Placed const roof = cube.at(0, 0, 0, rotation(x_axis, quarter / 2));
    Placed const across = rod.at(0.2, 0.05, top + 0.1 + gap, rotation(x_axis, quarter));
    Manifold const m = collide(roof, across, 0.05);
    ASSERT_EQ(m.count, 1);
    EXPECT_EQ(m.points[0].kind, ContactKind::line_line);
    EXPECT_NEAR(m.points[0].gap, gap, 1e-12);
    EXPECT_NEAR(m.points[0].normal[2], 1, 1e-12);
  }
}

TEST(CapsuleOnBox, AlongAnEdgeTouchesAtTheEndsOfTheCommonStretch) {
  Placed const along = rod.at(0.4, 0.58, 0.56, along_x);
  expect_two_points(collide(cube, along, 0.05), ContactKind::line_point, 0, 0.4);
}

TEST(CapsuleOnBox, ItsEndTouchesAnEdgeOrAVertex) {
  Placed const outwards =
      rod.at(0.1, 0.56 + 0.3 * 0.6, 0.58 + 0.3 * 0.8, rotation(x_axis, -atan2(0.6, 0.8)));
  Manifold const edge = collide(cube, outwards, 0.05);
  ASSERT_EQ(edge.count, 1);
  EXPECT_EQ(edge.points[0].kind, ContactKind::line_point);
  EXPECT_NEAR(edge.points[0].gap, 0, 1e-12);
  Manifold const vertex = collide(cube, rod.at(0.52, 0.56, 0.59 + 0.3), 0.05);
  ASSERT_EQ(vertex.count, 1);
  EXPECT_EQ(vertex.points[0].kind, ContactKind::point_point);
  EXPECT_NEAR(vertex.points[0].gap, 0.11 - 0.1, 1e-12);
}

TEST(CapsuleOnBox, ItsSideTouchesAVertex) {
  Vec3 const up = unit(Vec3{{1, 1, 1}}), away = cube.shape.size + 0.12 * up;
  Quat<> const q = rotation(cross(z_axis, Vec3{{1, -1, 0}}), quarter);
  Manifold const m = collide(cube, rod.at(away[0], away[1], away[2], q), 0.05);
  ASSERT_EQ(m.count, 1);
  EXPECT_EQ(m.points[0].kind, ContactKind::line_point);
  EXPECT_TRUE(m.points[0].first_is_b);
  EXPECT_NEAR(m.points[0].gap, 0.02, 1e-12);
}

/// The lower end touches across the edge, and the other point stays.
TEST(CapsuleOnBox, TiltedALittleTouchesTheEdgeExactly) {
  Real const tilt = 0.02;
  Manifold const m = collide(cube, long_rod.at(0, 0, 0.62, rotation(y_axis, quarter + tilt)), 0.1);
  ASSERT_EQ(m.count, 2);
  EXPECT_EQ(deepest(m).kind, ContactKind::line_line);
  EXPECT_NEAR(deepest(m).gap, 0.12 * cos(tilt) - 0.5 * sin(tilt) - 0.1, 1e-12);
}

}  // namespace
}  // namespace orthant::test::capsule_on_box
