// What every convex shape of the list promises: a support map, spheres in and around it, and the
// mass of what it contains.
#pragma once
#include <gtest/gtest.h>

#include "orthant/tests/collision/dice.hpp"

namespace orthant::test {

template <class S>
class ShapeConformance : public testing::Test {
 protected:
  static Shape random_shape(Dice& dice, bool rounded) {
    Shape out = dice.shape(kind_of<S>).shape;
    if (rounded) out.rounding = dice.between(0.01, 0.3);
    return out;
  }
};
TYPED_TEST_SUITE_P(ShapeConformance);

TYPED_TEST_P(ShapeConformance, ItsSupportIsTheFurthestPointAndReachIsHowFar) {
  Dice dice(51);
  for (int i = 0; i < 100; ++i) {
    Shape const shape = TestFixture::random_shape(dice, false);
    for (int k = 0; k < 20; ++k) {
      Vec3 const n = k < 3 ? Vec3{{Real(k == 0), Real(k == 1), Real(k == 2)}} : dice.direction();
      Vec3 const x = TypeParam::support(shape, n);
      Real const reach = TypeParam::reach(shape, n);
      EXPECT_NEAR(dot(n, x), reach, 1e-14);
      EXPECT_NEAR(TypeParam::reach(shape, 3. * n), 3 * reach, 1e-14);
      EXPECT_NEAR(dot(n, TypeParam::support(shape, 0.01 * n)), reach, 1e-14);
      for (int j = 0; j < 5; ++j)
        EXPECT_LE(dot(n, TypeParam::support(shape, dice.direction())), reach + 1e-14);
      if (TypeParam::symmetric) {
        EXPECT_NEAR(TypeParam::reach(shape, -n), reach, 1e-14);
      }
    }
  }
}

TYPED_TEST_P(ShapeConformance, LiesBetweenItsSpheres) {
  Dice dice(52);
  for (int i = 0; i < 200; ++i) {
    Shape const shape = TestFixture::random_shape(dice, i % 2);
    Real most = 0;
    for (int k = 0; k < 200; ++k) {
      Vec3 const n = dice.direction();
      Real const h = TypeParam::reach(shape, n) + TypeParam::rounding(shape);
      EXPECT_GE(h, TypeParam::inscribed_radius(shape) - 1e-14);
      most = larger(most, h);
    }
    EXPECT_LE(most, TypeParam::bounding_radius(shape) + 1e-14);
    EXPECT_GE(most, 0.5 * TypeParam::bounding_radius(shape));
  }
}

/// The hull of many of its furthest points.
TYPED_TEST_P(ShapeConformance, HasTheMassOfWhatItContains) {
  Dice dice(54);
  for (bool const rounded : {false, true}) {
    Shape const shape = TestFixture::random_shape(dice, rounded);
    std::vector<Vec3> points;
    for (int k = 0; k < 3000; ++k) {
      Vec3 const n = dice.direction();
      points.push_back(TypeParam::support(shape, n) + TypeParam::rounding(shape) * n);
    }
    Shape const limit = hull(points);
    UnitSolid const found = TypeParam::solid(shape), expected = shapes::Hull::solid(limit);
    Real const size = std::cbrt(expected.volume);
    EXPECT_NEAR(found.volume, expected.volume, 0.02 * expected.volume);
    for (int k = 0; k < 3; ++k)
      EXPECT_NEAR(found.moments[k], expected.moments[k],
                  0.03 * (expected.moments[0] + expected.moments[1] + expected.moments[2]));
    EXPECT_LT(norm(found.centre), size);
  }
}

REGISTER_TYPED_TEST_SUITE_P(ShapeConformance, ItsSupportIsTheFurthestPointAndReachIsHowFar,
                            LiesBetweenItsSpheres, HasTheMassOfWhatItContains);

}  // namespace orthant::test
