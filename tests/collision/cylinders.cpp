// Cylinders on planes, boxes and each other, by closed forms.
#include <gtest/gtest.h>

#include "orthant/tests/collision/dice.hpp"

namespace orthant::test::cylinders {
namespace {

Placed cylinder(Real radius, Real half) {
  return placed(kind_of<shapes::Cylinder>, {{radius, half, 0}});
}
Placed const can = cylinder(0.2, 0.3), table = box(1, 1, 0.5), ground = half_space();

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

TEST(Cylinders, OnEachOtherTouchAllAround) {
  Manifold const m = collide(can, can.at(0, 0, 0.6), 0.01);
  EXPECT_EQ(m.count, 8);
  EXPECT_NEAR(deepest(m).gap, 0, 1e-12);
  EXPECT_EQ(collide(can, can.at(0, 0, 0.62), 0.01).count, 0);
}

TEST(Cylinders, SideBySideTouchAlongALine) {
  Manifold const m = collide(can, can.at(0.41, 0, 0.2), 0.02);
  ASSERT_EQ(m.count, 2);
  for (int i = 0; i < 2; ++i) EXPECT_NEAR(m.points[i].gap, 0.01, 1e-12);
  EXPECT_NEAR(fabs(m.points[0].x_second[2] - m.points[1].x_second[2]), 0.4, 1e-9);
}

TEST(Cylinders, AcrossEachOtherTouchInAPoint) {
  Manifold const m = collide(can, can.at(0.41, 0, 0, rotation(x_axis, quarter)), 0.02);
  ASSERT_EQ(m.count, 1);
  EXPECT_EQ(m.points[0].kind, ContactKind::line_line);
  EXPECT_NEAR(m.points[0].gap, 0.01, 1e-12);
}

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

TEST(Cylinders, KeepTheNamesOfPointsThatStay) {
  Placed const below = table.at(0, 0, -0.5);
  auto const names = features(collide(below, can.at(0, 0, 0.3), 0.01));
  Dice dice(93);
  for (int i = 0; i < 50; ++i) {
    Quat<> const q = rotation(dice.direction(), 1e-9);
    Placed const moved{can.shape, {{{1e-6 * i, 0, 0.3}}, q}};
    EXPECT_EQ(features(collide(below, moved, 0.01)), names);
    EXPECT_EQ(features(collide(ground, moved, 0.01)).size(), 8u);
  }
}

/// At 1 : 1000: thin ones beside each other, and pairs of which one is tiny.
TEST(Cylinders, ThatAreThinHaveTheirDistance) {
  Placed const needle = ellipsoid(1, 1e-3, 1e-3), disc = cylinder(1, 1e-3),
               wire = cylinder(1e-3, 1);
  EXPECT_NEAR(deepest(collide(disc.at(0, 0, 3e-3), disc, 1)).gap, 1e-3, 1e-12);
  EXPECT_NEAR(deepest(collide(disc.at(0, 0, 1e-3), disc, 1)).gap, -1e-3, 1e-12);
  EXPECT_NEAR(deepest(collide(needle.at(0, 0, 3e-3), disc, 1)).gap, 1e-3, 1e-12);
  EXPECT_NEAR(deepest(collide(needle, needle.at(0, 2.5e-3, 0), 1)).gap, 0.5e-3, 1e-12);
  EXPECT_NEAR(deepest(collide(needle, needle.at(1.5, 0, 0, rotation(y_axis, quarter)), 1)).gap,
              0.499, 1e-9);
  EXPECT_NEAR(deepest(collide(wire, wire.at(0, 0.0025, 0, rotation(x_axis, 1e-9)), 1)).gap, 0.5e-3,
              2e-9);
  EXPECT_NEAR(deepest(collide(wire, disc.at(0, 0, 1.5), 1)).gap, 0.499, 1e-12);
  EXPECT_NEAR(deepest(collide(sphere(1e-6), ellipsoid(1, 2, 3).at(0, 0, 3 + 3e-6), 1)).gap, 2e-6,
              1e-12);
}

}  // namespace
}  // namespace orthant::test::cylinders
