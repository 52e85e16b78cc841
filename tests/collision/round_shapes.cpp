// Cylinders and ellipsoids at any place on planes, boxes and each other.
#include <gtest/gtest.h>

#include "orthant/tests/collision/dice.hpp"

namespace orthant::test::round_shapes {
namespace {

Placed const can = placed(kind_of<shapes::Cylinder>, {{0.2, 0.3, 0}}), table = box(1, 1, 0.5),
             ground = half_space();

/// For a shape on its middle, the top of a box at z = 0 is a plane.
class OnAPlane : public ::testing::TestWithParam<bool> {
 protected:
  Placed below = GetParam() ? table.at(0, 0, -0.5) : ground;
};

TEST_P(OnAPlane, StandOnEightPointsOfTheRim) {
  for (Real rotated : {0., 0.3, 1.}) {
    Manifold const m = collide(below, can.at(0, 0, 0.301, rotation(z_axis, rotated)), 0.01);
    ASSERT_EQ(m.count, 8);
    Vec3 middle;
    for (int i = 0; i < m.count; ++i) {
      EXPECT_NEAR(m.points[i].gap, 0.001, 1e-12);
      EXPECT_NEAR(std::hypot(m.points[i].x_second[0], m.points[i].x_second[1]), 0.2, 1e-9);
      middle += m.points[i].x_second;
    }
    EXPECT_LT(std::hypot(middle[0], middle[1]), 1e-9);
  }
}

TEST_P(OnAPlane, LieOnTwoPointsOfTheSide) {
  for (Real tilt : {0., 1e-9, 1e-3}) {
    Quat<> const lying = rotation(x_axis, quarter + tilt);
    Manifold const m = collide(below, can.at(0, 0, 0.21, lying), 0.1);
    ASSERT_EQ(m.count, 2);
    EXPECT_NEAR(deepest(m).gap, 0.21 - 0.2 * cos(tilt) - 0.3 * sin(tilt), 1e-9);
    for (int i = 0; i < 2; ++i) {
      Vec3 const x = narrow::middle_of_surfaces(m.points[i]);
      EXPECT_NEAR(fabs(x[1]), 0.3, 1e-3);
      EXPECT_NEAR(x[0], 0, 1e-12);
    }
  }
}

TEST_P(OnAPlane, TouchWithTheLowestPointOfTheRim) {
  Dice dice(91);
  for (int i = 0; i < 200; ++i) {
    Quat<> const q = rotation(z_axis, dice.between(0, 6)) * rotation(x_axis, dice.between(0, 3)) *
                     rotation(z_axis, dice.between(0, 6));
    Real const c = fabs(rotate(q, z_axis)[2]), s = sqrt(1 - c * c);
    EXPECT_NEAR(deepest(collide(below, can.at(0, 0, 0.4, q), 1)).gap, 0.4 - 0.2 * s - 0.3 * c,
                1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(Planes, OnAPlane, ::testing::Bool(),
                         [](auto const& test) { return test.param ? "box" : "half_space"; });

/// A ball at the rim: the distance of its centre from a circle.
TEST(Cylinders, RimsAreCircles) {
  Dice dice(92);
  for (int i = 0; i < 200; ++i) {
    Real const across = dice.between(0.21, 0.5), up = dice.between(0.31, 0.5),
               a = dice.between(0, 6);
    Manifold const m =
        collide(can, sphere(0.05).at(across * cos(a), across * sin(a), up), HUGE_VAL);
    ASSERT_EQ(m.count, 1);
    EXPECT_NEAR(m.points[0].gap, std::hypot(across - 0.2, up - 0.3) - 0.05, 1e-12);
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

/// Ellipsoids with equal half axes are spheres, which have pairs of their own.
TEST(Ellipsoids, OfEqualAxesAreSpheres) {
  Dice dice(95);
  for (int i = 0; i < 500; ++i) {
    Pair const pair = random_pair(dice, {kind_of<shapes::Box>, kind_of<shapes::Sphere>});
    Real const r = pair.b.shape.size[0];
    Placed const round{ellipsoid(r, r, r).shape, pair.b.X_WS};
    EXPECT_NEAR(deepest(collide(round, ground, 10)).gap, deepest(collide(pair.b, ground, 10)).gap,
                1e-14);
    Real const gap = deepest(collide(pair.a, pair.b, 10)).gap;
    if (gap < -0.5 * r) continue;
    EXPECT_NEAR(deepest(collide(pair.a, round, 10)).gap, gap, 1e-9);
  }
}

}  // namespace
}  // namespace orthant::test::round_shapes
