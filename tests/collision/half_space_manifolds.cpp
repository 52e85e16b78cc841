// Contacts with a half-space: every corner within the margin, and the plane always comes first.
#include <gtest/gtest.h>

#include "orthant/tests/collision/placed.hpp"

namespace orthant::test::half_space_manifolds {
namespace {

Placed const ground = half_space(), cube = box(0.5, 0.5, 0.5);

TEST(HalfSpaceManifolds, ABoxShowsAllVerticesWithinTheMargin) {
  EXPECT_EQ(collide(ground, cube.at(0, 0, 0.5), 0.01).count, 4);
  EXPECT_EQ(collide(ground, cube.at(0, 0, 0.5), 1.5).count, 8);
  Real const tilt = 0.1;
  Placed const tilted = cube.at(0, 0, 0.5 * (cos(tilt) + sin(tilt)), rotation(x_axis, tilt));
  EXPECT_EQ(collide(ground, tilted, 0.01).count, 2);
  EXPECT_EQ(collide(ground, tilted, 0.2).count, 4);
  EXPECT_EQ(collide(ground, tilted, 1.5).count, 8);
}

TEST(HalfSpaceManifolds, ACapsuleShowsBothEnds) {
  Placed const flat = capsule(0.2, 0.5).at(0, 0, 0.19, rotation(x_axis, quarter));
  Manifold const both = collide(ground, flat, 0.01);
  ASSERT_EQ(both.count, 2);
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(both.points[i].gap, -0.01, 1e-12);
  Placed const tilted = capsule(0.2, 0.5).at(0, 0, 0.3, rotation(x_axis, quarter - 0.2));
  Manifold const one = collide(ground, tilted, 0.02);
  ASSERT_EQ(one.count, 1);
  EXPECT_NEAR(one.points[0].gap, 0.1 - 0.5 * sin(0.2), 1e-12);
}

TEST(HalfSpaceManifolds, ThePlaneOwnsTheFirstFeature) {
  for (Placed const& body : {sphere(0.5), capsule(0.3, 0.2), cube}) {
    Manifold const below = collide(ground, body.at(0, 0, 0.45), 0.1);
    Manifold const above = collide(body.at(0, 0, 0.45), ground, 0.1);
    ASSERT_GT(below.count, 0);
    ASSERT_EQ(below.count, above.count);
    for (int i = 0; i < below.count; ++i) {
      EXPECT_FALSE(below.points[i].first_is_b);
      EXPECT_TRUE(above.points[i].first_is_b);
      EXPECT_NEAR(below.points[i].normal[2], 1, 1e-15);
      EXPECT_NEAR(above.points[i].normal[2], 1, 1e-15);
    }
  }
}

TEST(HalfSpaceManifolds, TwoHalfSpacesHaveNone) {
  EXPECT_EQ(collide(ground, ground.at(0, 0, -1, rotation(x_axis, 1)), 10).count, 0);
}

}  // namespace
}  // namespace orthant::test::half_space_manifolds
