// Nested dual numbers against second derivatives known by hand.
#include <gtest/gtest.h>

#include "orthant/core/math/dual.hpp"

namespace orthant::test {
namespace {

using Inner = DualNumber<2>;
using Outer = DualNumber<2, Inner>;

Outer variable(Real value, int i) {
  Inner x(value);
  x.d[i] = 1;
  Outer out = lifted<2>(x);
  out.d[i] = Inner(1);
  return out;
}

TEST(DualNumber, OfDualNumbersHasSecondDerivatives) {
  Real const x = 3, y = 5;
  auto const X = variable(x, 0), Y = variable(y, 1);
  auto const f = sqrt(X * Y) / Y - X * X;  // sqrt(x/y) - x^2
  Real const root = std::sqrt(x / y);
  EXPECT_NEAR(f.x.x, root - x * x, 1e-14);
  EXPECT_NEAR(f.d[0].x, 0.5 * root / x - 2 * x, 1e-14);
  EXPECT_NEAR(f.d[0].d[0], -0.25 * root / (x * x) - 2, 1e-14);
  EXPECT_NEAR(f.d[1].d[1], 0.75 * root / (y * y), 1e-14);
  EXPECT_NEAR(f.d[0].d[1], -0.25 * root / (x * y), 1e-14);
  EXPECT_NEAR(f.d[1].d[0], f.d[0].d[1], 1e-16);
}

/// d/di d/dj of a point of a body: j rotates the body first, then i, e_i x (e_j x r).
TEST(DualNumber, MovesABodyTwice) {
  Pose<> const X{{{1, 2, 3}}, {0.5, 0.5, -0.5, 0.5}};
  Vec3 const p{{0.3, -0.2, 0.7}}, r = rotate(X.q_WB, p);
  auto const twice = moved<6>(moved<6>(X, 0), 0);
  auto const point = at(twice, constant<DualNumber<6, DualNumber<6>>>(p));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      Vec3 e_i, e_j;
      e_i[i] = e_j[j] = 1;
      Vec3 const second = cross(e_i, cross(e_j, r));
      for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(point[k].d[3 + i].d[3 + j], second[k], 1e-15);
        EXPECT_EQ(point[k].d[i].d[j], 0);
      }
    }
}

}  // namespace
}  // namespace orthant::test
