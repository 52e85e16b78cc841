// Boxes that touch with edges across each other.
#include <gtest/gtest.h>

#include "orthant/tests/collision/placed.hpp"

namespace orthant::test::box_edges {
namespace {

Placed const cube = box(0.5, 0.5, 0.5);
Real const diagonal = std::sqrt(2.);

TEST(BoxEdges, CrossInOnePoint) {
  for (Real gap : {0.01, 0., -0.01}) {
    Placed const a = cube.at(0, 0, 0, rotation(x_axis, quarter / 2));
    Placed const b = cube.at(0.2, 0.1, diagonal + gap, rotation(y_axis, quarter / 2));
    Manifold const m = collide(a, b, 0.02);
    ASSERT_EQ(m.count, 1);
    ContactPoint const& p = m.points[0];
    EXPECT_EQ(p.kind, ContactKind::line_line);
    EXPECT_NEAR(p.gap, gap, 1e-12);
    EXPECT_NEAR(p.normal[2], 1, 1e-12);
    EXPECT_LT(norm(p.x_first - Vec3{{0.2, 0, diagonal / 2}}), 1e-12);
    EXPECT_LT(norm(p.x_second - Vec3{{0.2, 0, diagonal / 2 + gap}}), 1e-12);
  }
}

/// Rotated about the vertical and tilted a little: the deepest point is a crossing of edges, and
/// the other points of the octagon stay.
TEST(BoxEdges, OfTwoNearlyParallelFacesKeepTheFacesPoints) {
  for (Real tilt : {1e-6, 1e-4, 1e-3, 1e-2}) {
    Quat<> const q = rotation(Vec3{{1, 0.3, 0}}, tilt) * rotation(z_axis, quarter / 2);
    Manifold const m = collide(cube, cube.at(0, 0, 1, q), 0.05);
    EXPECT_EQ(m.count, 8);
    EXPECT_EQ(deepest(m).kind, ContactKind::line_line);
    EXPECT_EQ(count_of(m, ContactKind::line_line), 1);
  }
}

/// Parallel edges have no unique common normal; planes across their distance replace it.
TEST(BoxEdges, ThatAreParallelTouchWithoutTrouble) {
  for (Real apart : {0.03, 0., -0.03}) {
    Manifold const m = collide(cube, cube.at(1 + apart, 0, 1 + apart), 0.1);
    ASSERT_GE(m.count, 1);
    EXPECT_NEAR(deepest(m).gap, apart > 0 ? diagonal * apart : apart, 1e-12);
    EXPECT_EQ(count_of(m, ContactKind::plane_point), m.count);
  }
}

/// Edges side by side touch at both ends of their common stretch, whichever box the ends belong to.
TEST(BoxEdges, ThatLieSideBySideTouchAtBothEnds) {
  Placed const small = box(0.2, 0.2, 0.2), lengthy = box(0.2, 0.7, 0.2);
  for (Real const turned : {0., 1e-12, 1e-8, 5e-4})
    for (Real const shift : {0., 0.1, 0.4})
      for (auto const& upper : {small, cube, lengthy}) {
        SCOPED_TRACE(testing::Message() << turned << " " << shift);
        Real const half = std::min({upper.shape.size[1], 0.5});
        Real const low = std::max(-0.5, shift - upper.shape.size[1]);
        Real const high = std::min(0.5, shift + upper.shape.size[1]);
        Real const over = upper.shape.size[0] * diagonal + 0.5 * diagonal;
        Quat<> const q = rotation(z_axis, turned) * rotation(y_axis, quarter / 2);
        Manifold const m = collide(cube.at(0, 0, 0, rotation(y_axis, quarter / 2)),
                                   upper.at(0, shift, over + 0.01, q), 0.05);
        ASSERT_GE(m.count, 2);
        ASSERT_LE(m.count, 3);
        Real least = HUGE_VAL, most = -HUGE_VAL;
        for (int i = 0; i < m.count; ++i) {
          auto const& p = m.points[i];
          EXPECT_NEAR(p.gap, 0.01, 1e-10 + turned * turned);
          EXPECT_GT(p.normal[2] * (p.first_is_b ? -1 : 1), 0.99);
          least = std::min(least, p.x_first[1]);
          most = std::max(most, p.x_first[1]);
        }
        EXPECT_NEAR(least, low, 0.02 * half);
        EXPECT_NEAR(most, high, 0.02 * half);
      }
}

}  // namespace
}  // namespace orthant::test::box_edges
