// Capsules on capsules: parallel, crossing, end to end.
#include <gtest/gtest.h>

#include "orthant/tests/collision/placed.hpp"

namespace orthant::test::capsule_manifolds {
namespace {

Placed const rod = capsule(0.1, 0.5);  // along z

TEST(CapsuleManifolds, SideBySideTouchAtBothEndsOfTheCommonStretch) {
  for (Quat<> const& q : {Quat<>{}, rotation(x_axis, 2 * quarter)}) {
    Manifold const m = collide(rod, rod.at(0.19, 0, 0.3, q), 0.1);
    ASSERT_EQ(m.count, 2);
    for (int i = 0; i < 2; ++i) {
      ContactPoint const& p = m.points[i];
      EXPECT_EQ(p.kind, ContactKind::line_point);
      EXPECT_NEAR(p.gap, -0.01, 1e-12);
      EXPECT_NEAR(p.normal[0], p.first_is_b ? -1 : 1, 1e-12);
    }
    Real const low = m.points[0].x_second[2], high = m.points[1].x_second[2];
    EXPECT_NEAR(smaller(low, high), -0.2, 1e-12);
    EXPECT_NEAR(larger(low, high), 0.5, 1e-12);
  }
}

TEST(CapsuleManifolds, OfEqualLengthTouchAtTheirEnds) {
  Manifold const m = collide(rod, rod.at(0, 0.2, 0), 0.1);
  ASSERT_EQ(m.count, 2);
  EXPECT_NEAR(fabs(m.points[0].x_second[2] - m.points[1].x_second[2]), 1, 1e-12);
}

TEST(CapsuleManifolds, TurnedALittleTheyKeepTheEndsAndTheCrossing) {
  Manifold const m = collide(rod, rod.at(0.2, 0, 0, rotation(x_axis, 0.03)), 0.1);
  ASSERT_EQ(m.count, 3);
  EXPECT_EQ(count_of(m, ContactKind::line_point), 3);
  EXPECT_NEAR(deepest(m).gap, 0, 1e-12);
}

TEST(CapsuleManifolds, AcrossEachOtherTouchInOnePoint) {
  for (Real gap : {0.02, -0.05, -0.15}) {
    Manifold const m = collide(rod, rod.at(0.2 + gap, 0.1, 0.2, rotation(x_axis, 1)), 0.05);
    ASSERT_EQ(m.count, 1);
    EXPECT_EQ(m.points[0].kind, ContactKind::line_line);
    EXPECT_NEAR(m.points[0].gap, gap, 1e-12);
    EXPECT_NEAR(m.points[0].normal[0], 1, 1e-12);
  }
}

TEST(CapsuleManifolds, EndsTouchEndsAndSides) {
  Manifold const ends = collide(rod, rod.at(0.03, 0, 1.24), 0.1);
  ASSERT_EQ(ends.count, 1);
  EXPECT_EQ(ends.points[0].kind, ContactKind::point_point);
  EXPECT_NEAR(ends.points[0].gap, sqrt(0.03 * 0.03 + 0.24 * 0.24) - 0.2, 1e-12);
  Manifold const tee = collide(rod, rod.at(0.72, 0, 0.1, rotation(y_axis, quarter)), 0.1);
  ASSERT_EQ(tee.count, 1);
  EXPECT_EQ(tee.points[0].kind, ContactKind::line_point);
  EXPECT_NEAR(tee.points[0].gap, 0.02, 1e-12);
}

TEST(CapsuleManifolds, WithoutLengthIsASphere) {
  Manifold const m = collide(capsule(0.3, 0), capsule(0.2, 0).at(0, 0.49, 0), 0.1);
  ASSERT_EQ(m.count, 1);
  EXPECT_EQ(m.points[0].kind, ContactKind::point_point);
  EXPECT_NEAR(m.points[0].gap, -0.01, 1e-12);
  EXPECT_EQ(collide(half_space(), capsule(0.2, 0).at(0, 0, 0.2), 0.1).count, 1);
}

}  // namespace
}  // namespace orthant::test::capsule_manifolds
