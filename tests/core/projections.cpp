// Projections: on a regular polygon, by all of its facets and by differences; on the friction cone,
// and distances from its dual.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "orthant/core/math/detail/cone.hpp"
#include "orthant/core/math/detail/polygon.hpp"
#include "orthant/tests/collision/dice.hpp"

namespace orthant::test {
namespace {

using Point = std::array<Real, 2>;

Point corner(int facets, int k, Real radius) {
  Real const angle = 2 * std::numbers::pi * k / facets;
  return {radius * std::cos(angle), radius * std::sin(angle)};
}

/// z, or the closest point of the boundary.
Point closest(int facets, Point const& z, Real radius) {
  Point out{};
  Real least = HUGE_VAL;
  bool inside = true;
  for (int k = 0; k < facets; ++k) {
    Point const p = corner(facets, k, radius), q = corner(facets, k + 1, radius);
    Point const d{q[0] - p[0], q[1] - p[1]}, e{z[0] - p[0], z[1] - p[1]};
    inside = inside && d[0] * e[1] - d[1] * e[0] >= 0;
    Real const s = std::clamp((d[0] * e[0] + d[1] * e[1]) / (d[0] * d[0] + d[1] * d[1]), 0.0, 1.0);
    Point const at{p[0] + s * d[0], p[1] + s * d[1]};
    Real const away = std::hypot(z[0] - at[0], z[1] - at[1]);
    if (away < least) least = away, out = at;
  }
  return inside ? z : out;
}

TEST(RegularPolygon, ProjectsOnTheClosestPoint) {
  Dice dice(31);
  for (int const facets : {4, 5, 6, 8, 13, 32, 64})
    for (int i = 0; i < 500; ++i) {
      Point const z{dice.between(-2, 2), dice.between(-2, 2)};
      auto const P = RegularPolygon{facets}.project({{z[0], z[1]}}, 0.7);
      auto const right = closest(facets, z, 0.7);
      EXPECT_NEAR(P.point[0], right[0], 1e-14) << facets;
      EXPECT_NEAR(P.point[1], right[1], 1e-14) << facets;
      EXPECT_EQ(P.over <= 0, right == z) << facets;  // inside it is left as it is
    }
}

/// Neighbourhoods of facets, corners and the interior; points within 1e-4 of a change are left out.
TEST(RegularPolygon, HasTheDerivativesOfItsProjection) {
  Dice dice(32);
  Real const e = 1e-6;
  int compared = 0;
  for (int const facets : {4, 6, 8, 16})
    for (int i = 0; i < 500; ++i) {
      RegularPolygon const polygon{facets};
      Real const k = dice.between(0.2, 1);
      Vec<2> const z{{dice.between(-1.5, 1.5), dice.between(-1.5, 1.5)}};
      auto const here = polygon.project(z, k);
      auto const moved = [&](int axis, Real by) {
        Vec<2> x = z;
        if (axis < 2) x[axis] += by;
        return polygon.project(x, axis < 2 ? k : k + by).point;
      };
      for (int axis = 0; axis < 3; ++axis) {
        auto const far = moved(axis, 100 * e), near = moved(axis, -100 * e), one = moved(axis, e),
                   other = moved(axis, -e);
        for (int r = 0; r < 2; ++r) {
          Real const wide = (far[r] - near[r]) / (200 * e), slope = (one[r] - other[r]) / (2 * e);
          if (std::fabs(wide - slope) > 1e-7) continue;  // a change within the width
          EXPECT_NEAR(axis < 2 ? here.D[r][axis] : here.by_radius[r], slope, 1e-8);
          ++compared;
        }
      }
    }
  EXPECT_GT(compared, 11000);
}

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

TEST(ProjectedOnCone, KeepsTheAxisAndIsTheNormalWithoutFriction) {
  for (Real const mu : coefficients) {
    EXPECT_EQ(norm(projected_on_cone({{2, 0, 0}}, mu) - Vec3{{2, 0, 0}}), 0) << mu;
    EXPECT_EQ(norm(projected_on_cone({{-2, 0, 0}}, mu)), 0) << mu;
    EXPECT_EQ(norm(projected_on_cone({}, mu)), 0) << mu;
  }
  EXPECT_EQ(norm(projected_on_cone({{1.5, -3, 2}}, 0) - Vec3{{1.5, 0, 0}}), 0);
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
