// Verifies the algebra of the cone by its defining identities.
#include <gtest/gtest.h>

#include <random>

#include "orthant/solvers/cone/linear/detail/cone_algebra.hpp"

namespace orthant::cone {
namespace {

/// Points inside the cone, from the middle to 1e-12 off the boundary.
struct Points {
  Vector3 next() {
    std::uniform_real_distribution<double> uniform(-1, 1);
    Vector3 x(0, uniform(engine), uniform(engine));
    x[0] = tangential(x) + std::pow(10, 6 * (uniform(engine) - 1));
    return std::pow(10, 3 * uniform(engine)) * x;
  }
  Vector3 any() {
    std::uniform_real_distribution<double> uniform(-1, 1);
    return {uniform(engine), uniform(engine), uniform(engine)};
  }
  std::mt19937 engine{7};
};

constexpr double round_off = 1e-15;

TEST(ConeAlgebra, ProductHasAUnitCommutesAndIsUndoneByTheQuotient) {
  Points points;
  for (int k = 0; k < 200; ++k) {
    Vector3 const x = points.next(), y = points.any(), z = quotient(y, x), w = points.any();
    EXPECT_EQ(product(w, Vector3::UnitX()), w);
    EXPECT_LE((product(w, y) - product(y, w)).norm(), round_off);
    // Digits lost near the boundary are lost once: |z| is as large as y / (x_0 - |x_t|).
    EXPECT_LE((product(x, z) - y).norm(), 20 * round_off * (x.norm() * z.norm() + y.norm()));
  }
}

TEST(ConeAlgebra, DeterminantKeepsItsDigitsNearTheBoundary) {
  // (3, 4) has length 5 exactly, and 5 + 2^-40 is a number: the product is exact but for rounding.
  double const off = std::ldexp(1.0, -40);
  double const exact = off * (10 + off);
  EXPECT_NEAR(determinant({5 + off, 3, 4}), exact, 4e-16 * exact);
}

TEST(ConeAlgebra, LargestStepEndsOnTheBoundary) {
  Points points;
  for (int k = 0; k < 500; ++k) {
    Vector3 const x = points.next(), d = x.norm() * points.any();
    double const t = largest_step(x, d);
    if (std::isfinite(t)) {
      Vector3 const end = x + t * d;
      EXPECT_LE(std::abs(margin(end)), 1e-12 * (x.norm() + t * d.norm()));
      EXPECT_GT(margin(x + 0.99 * t * d), 0);
    } else {
      EXPECT_GE(margin(d), 0);  // along the cone
    }
  }
}

TEST(ConeAlgebra, ScalingTakesBothPointsToOne) {
  Points points;
  for (int k = 0; k < 200; ++k) {
    Vector3 const x = points.next(), y = points.next();
    Scaling const F(x, y);
    Vector3 const l = F.apply(y), l_of_x = F.apply_inverse(x);
    // the condition of F^2 is that of the points: 1e12 for one 1e-12 off the boundary
    double const condition =
        F.inverse_square().norm() * (x.norm() / y.norm()) + x[0] / margin(x) + y[0] / margin(y);
    EXPECT_LE((l - l_of_x).norm(), 100 * round_off * condition * l.norm());
    EXPECT_NEAR(l.squaredNorm(), x.dot(y), 100 * round_off * condition * x.dot(y));
    EXPECT_LE((F.inverse_square() * x - y).norm(), 100 * round_off * condition * y.norm());
  }
}

}  // namespace
}  // namespace orthant::cone
