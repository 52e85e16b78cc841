// The projection on a regular polygon, by all of its facets and by differences.
#include "orthant/core/math/detail/polygon.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

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

TEST(RegularPolygon, LeavesWhatIsInsideAsItIs) {
  auto const P = RegularPolygon{8}.project({{0.3, -0.2}}, 1);
  EXPECT_EQ(P.point[0], 0.3);
  EXPECT_EQ(P.point[1], -0.2);
  EXPECT_LT(P.over, 0);
  auto const origin = RegularPolygon{8}.project({}, 1);
  EXPECT_EQ(origin.point[0], 0);
  EXPECT_LT(origin.over, 0);
}

}  // namespace
}  // namespace orthant::test
