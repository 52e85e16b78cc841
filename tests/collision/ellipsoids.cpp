// Ellipsoids on half-spaces, boxes and each other.
#include <gtest/gtest.h>

#include "orthant/core/collision/detail/contact.hpp"
#include "orthant/tests/collision/dice.hpp"

namespace orthant::test::ellipsoids {
namespace {

Placed const ground = half_space(), table = box(1, 1, 0.5);

TEST(Ellipsoids, StandOnTheirAxes) {
  Placed const egg = ellipsoid(0.3, 0.2, 0.1);
  EXPECT_NEAR(deepest(collide(ground, egg.at(0, 0, 0.15), 1)).gap, 0.05, 1e-15);
  EXPECT_NEAR(deepest(collide(ground, egg.at(0, 0, 0.15, rotation(x_axis, quarter)), 1)).gap, -0.05,
              1e-15);
  EXPECT_NEAR(deepest(collide(ground, egg.at(0, 0, 0.35, rotation(y_axis, quarter)), 1)).gap, 0.05,
              1e-15);
  EXPECT_EQ(collide(ground, egg.at(0, 0, 0.15), 0.04).count, 0);
}

TEST(Ellipsoids, OfEqualAxesAreSpheres) {
  Dice dice(5);
  for (int i = 0; i < 100; ++i) {
    Pose<> const X = dice.pose(2);
    Placed const ball{sphere(0.4).shape, X}, round{ellipsoid(0.4, 0.4, 0.4).shape, X};
    EXPECT_NEAR(deepest(collide(round, ground, 10)).gap, deepest(collide(ball, ground, 10)).gap,
                1e-14);
  }
}

/// The lowest of many surface points is above the true lowest point by less than the square of
/// their spacing.
TEST(Ellipsoids, GapIsThatOfTheLowestPoint) {
  Dice dice(6);
  for (int i = 0; i < 50; ++i) {
    Placed const egg{dice.shape(kind_of<shapes::Ellipsoid>).shape, dice.pose(2)};
    Real lowest = HUGE_VAL;
    for (int k = 0; k < 20000; ++k) {
      Vec3 p = dice.direction();
      for (int j = 0; j < 3; ++j) p[j] *= egg.shape.size[j];
      lowest = smaller(lowest, orthant::at(egg.X_WS, p)[2]);
    }
    Real const gap = deepest(collide(ground, egg, 10)).gap;
    EXPECT_LE(gap, lowest + 1e-14);
    EXPECT_GE(gap, lowest - 0.01);
  }
}

TEST(Ellipsoids, GapIsThatOfTheirFeaturesInBothOrders) {
  Dice dice(7);
  for (int i = 0; i < 200; ++i) {
    Placed const egg{dice.shape(kind_of<shapes::Ellipsoid>).shape, dice.pose(1)};
    auto const one = deepest(collide(ground, egg, 10)), two = deepest(collide(egg, ground, 10));
    EXPECT_NEAR(gap_of_features(one), one.gap, 1e-15);
    EXPECT_EQ(one.gap, two.gap);
    EXPECT_NE(one.first_is_b, two.first_is_b);
  }
}

TEST(Ellipsoids, StandOnABoxAsOnAPlane) {
  Dice dice(94);
  for (int i = 0; i < 200; ++i) {
    Placed const egg = ellipsoid(0.3, 0.2, 0.1).at(0, 0, 0.31, dice.orientation());
    auto const on_box = deepest(collide(table.at(0, 0, -0.5), egg, 1));
    auto const on_plane = deepest(collide(ground, egg, 1));
    EXPECT_EQ(on_box.kind, ContactKind::plane_ellipsoid);
    EXPECT_NEAR(on_box.gap, on_plane.gap, 1e-12);
    EXPECT_LT(norm(on_box.x_second - on_plane.x_second), 1e-12);
  }
}

TEST(Ellipsoids, TouchEachOtherOnTheirAxes) {
  Placed const egg = ellipsoid(0.3, 0.2, 0.1);
  auto const on_top = deepest(collide(egg, egg.at(0, 0, 0.2), 1));
  EXPECT_EQ(on_top.kind, ContactKind::ellipsoid_ellipsoid);
  EXPECT_NEAR(on_top.gap, 0, 1e-14);
  EXPECT_NEAR(deepest(collide(egg, egg.at(0.61, 0, 0), 1)).gap, 0.01, 1e-12);
  EXPECT_NEAR(deepest(collide(egg, egg.at(0, 0, 0.19, rotation(z_axis, quarter)), 1)).gap, -0.01,
              1e-12);
  EXPECT_NEAR(deepest(collide(egg, egg, 1)).gap, -0.2, 1e-12);
}

/// Ellipsoids with equal half axes are spheres, which have pairs of their own.
TEST(Ellipsoids, OfEqualAxesAreSpheresForAllShapes) {
  Dice dice(95);
  for (int i = 0; i < 500; ++i) {
    Pair const pair = random_pair(dice, {kind_of<shapes::Box>, kind_of<shapes::Sphere>});
    Real const r = pair.b.shape.size[0];
    Placed const round{ellipsoid(r, r, r).shape, pair.b.X_WS};
    Real const gap = deepest(collide(pair.a, pair.b, 10)).gap;
    if (gap < -0.5 * r) continue;
    EXPECT_NEAR(deepest(collide(pair.a, round, 10)).gap, gap, 1e-9);
  }
}

}  // namespace
}  // namespace orthant::test::ellipsoids
