// The friction cone and its dual: projections and distances.
#include "orthant/core/math/detail/cone.hpp"

#include <gtest/gtest.h>

#include "orthant/tests/collision/dice.hpp"

namespace orthant::test {
namespace {

Real const coefficients[] = {0, 1e-3, 0.3, 1, 10};

bool in_cone(Vec3 const& x, Real mu, Real slack) {
  return hypot(x[1], x[2]) <= mu * x[0] + slack && x[0] >= -slack;
}

TEST(ProjectedOnCone, IsTheClosestPointByItsOptimality) {
  // p = P_K(x)  <=>  p in K,  x - p in the polar cone -K*,  p . (x - p) = 0
  Dice dice(21);
  for (Real const mu : coefficients)
    for (int i = 0; i < 500; ++i) {
      Vec3 const x = dice.between(0, 4) * dice.direction();
      Vec3 const p = projected_on_cone(x, mu), polar = p - x;
      EXPECT_TRUE(in_cone(p, mu, 1e-14)) << mu;
      EXPECT_GE(polar[0], mu * hypot(polar[1], polar[2]) - 4e-15 * (1 + mu)) << mu;
      EXPECT_NEAR(dot(p, polar), 0, 1e-14) << mu;
    }
}

TEST(ProjectedOnCone, OnTheAxis) {
  for (Real const mu : coefficients) {
    EXPECT_EQ(norm(projected_on_cone({{2, 0, 0}}, mu) - Vec3{{2, 0, 0}}), 0) << mu;
    EXPECT_EQ(norm(projected_on_cone({{-2, 0, 0}}, mu)), 0) << mu;
    EXPECT_EQ(norm(projected_on_cone({}, mu)), 0) << mu;
  }
}

TEST(ProjectedOnCone, WithoutFrictionIsOnTheNormal) {
  Vec3 const p = projected_on_cone({{1.5, -3, 2}}, 0);
  EXPECT_EQ(p[0], 1.5);
  EXPECT_EQ(hypot(p[1], p[2]), 0);
}

TEST(DistanceToDualCone, VanishesInsideOnly) {
  EXPECT_EQ(distance_to_dual_cone({{1, 0.5, 0}}, 2), 0);  // 2 * 0.5 <= 1, on the boundary
  EXPECT_NEAR(distance_to_dual_cone({{0, 1, 0}}, 1), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(distance_to_dual_cone({{-3, 0, 0}}, 0.7), 3, 1e-15);
  EXPECT_EQ(distance_to_dual_cone({{1, 100, 0}}, 0), 0);
  EXPECT_EQ(distance_to_dual_cone({{-2, 100, 0}}, 0), 2);
}

}  // namespace
}  // namespace orthant::test
