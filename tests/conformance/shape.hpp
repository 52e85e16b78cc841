// What every convex shape of the list promises: a support map with its faces, spheres in and around
// it, and the mass of what it contains.
#pragma once
#include <gtest/gtest.h>

#include <map>

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

TYPED_TEST_P(ShapeConformance, ItsSupportIsTheFurthestPointAndOnItsFaces) {
  Dice dice(51);
  for (int i = 0; i < 100; ++i) {
    Shape const shape = TestFixture::random_shape(dice, false);
    for (int k = 0; k < 20; ++k) {
      Vec3 n = k < 10 ? rotate(dice.nearly_aligned(), x_axis) : dice.direction();
      if (k < 3) n = {{Real(k == 0), Real(k == 1), Real(k == 2)}};
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
      for (Real const sine : {0., 1e-6, 0.05}) {
        SupportFace const face = TypeParam::face(shape, n, sine);
        Real furthest = -HUGE_VAL, across = 0;
        for (int j = 0; j < 3; ++j) across += n[j] * n[j] * face.squares[j];
        for (int j = 0; j < face.count; ++j)
          furthest = larger(furthest, dot(n, face.corner[j]) + sqrt(across));
        EXPECT_NEAR(furthest, reach, 1e-9);
      }
    }
  }
}

/// By its names contacts find their impulses of the last step.
TYPED_TEST_P(ShapeConformance, EachOfItsCornersHasAName) {
  Dice dice(53);
  Shape const shape = TestFixture::random_shape(dice, false);
  std::map<int, Vec3> named;
  for (int i = 0; i < 500; ++i) {
    Vec3 const n = i % 2 ? rotate(dice.nearly_aligned(), x_axis) : dice.direction();
    SupportFace const face = TypeParam::face(shape, n, i % 3 ? 0.05 : 0);
    bool const of_circle = face.rim >= 0 || face.count > 4 || norm(face.squares) > 0;
    for (int j = 0; j < face.count; ++j) {
      EXPECT_LT(face.name[j], SupportFace::names);
      if (of_circle) continue;  // its points turn with n
      auto const [known, is_new] = named.emplace(face.name[j], face.corner[j]);
      EXPECT_LE(norm(known->second - face.corner[j]), 1e-12);
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
    Real const sum = expected.moments[0] + expected.moments[1] + expected.moments[2];
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(found.moments[k], expected.moments[k], 0.03 * sum);
      EXPECT_NEAR(found.products[k], expected.products[k], 0.03 * sum);
    }
    EXPECT_LT(norm(found.centre - limit.X_BS.p_WB), 0.02 * size);
  }
}

REGISTER_TYPED_TEST_SUITE_P(ShapeConformance, ItsSupportIsTheFurthestPointAndOnItsFaces,
                            EachOfItsCornersHasAName, LiesBetweenItsSpheres,
                            HasTheMassOfWhatItContains);

}  // namespace orthant::test
