// Functions through points: values, slopes and integrals of their pieces.
#include <gtest/gtest.h>

#include "orthant/core/math/detail/curve.hpp"

namespace orthant::test::curves {
namespace {

using Points = std::vector<Vec<2>>;

CurveValue value(std::vector<CurvePiece> const& pieces, Real x) {
  auto const at = [&](int k) { return pieces[static_cast<std::size_t>(k)]; };
  return curve_at(Curve{0, static_cast<int>(pieces.size())}, at, x);
}

Points const bent{{{-2, -5}}, {{-1, -1}}, {{0, 0}}, {{0.5, 0}}, {{2, 1}}, {{3, 4}}};

TEST(Curves, OfALineAreTheLine) {
  for (auto const how : {Interpolation::linear, Interpolation::cubic}) {
    auto const line = curve_of({{{-1, -3}}, {{0.5, 1.5}}, {{2, 6}}, {{3, 9}}}, how);
    for (Real const x : {-5., -1., -0.3, 0., 0.5, 1.9, 3., 8.}) {
      EXPECT_NEAR(value(line, x).f, 3 * x, 1e-13);
      EXPECT_NEAR(value(line, x).slope, 3, 1e-13);
      EXPECT_NEAR(value(line, x).integral, 1.5 * x * x, 1e-12);
    }
    EXPECT_NEAR(steepness(line), 3, 1e-15);
  }
}

TEST(Curves, GoThroughTheirPointsWithTheirSlopeAndIntegral) {
  Real const d = 1e-5;
  for (auto const how : {Interpolation::linear, Interpolation::cubic}) {
    auto const pieces = curve_of(bent, how);
    for (auto const& p : bent) EXPECT_NEAR(value(pieces, p[0]).f, p[1], 1e-13);
    for (Real x = -3.003; x < 4; x += 0.01) {
      auto const low = value(pieces, x - d), high = value(pieces, x + d), here = value(pieces, x);
      EXPECT_NEAR(here.slope, (high.f - low.f) / (2 * d), 1e-8) << x;
      EXPECT_NEAR(here.f, (high.integral - low.integral) / (2 * d), 1e-8) << x;
    }
    for (Real const sign : {-1., 1.}) {  // straight beyond their ends
      auto const last = value(pieces, sign > 0 ? 3 : -2),
                 beyond = value(pieces, (sign > 0 ? 3 : -2) + 2 * sign);
      EXPECT_NEAR(beyond.f, last.f + 2 * sign * last.slope, 1e-12);
      EXPECT_NEAR(beyond.slope, last.slope, 1e-12);
    }
  }
}

TEST(Curves, OfTheCubicKindHaveAContinuousSlopeAndRiseWhereTheirPointsDo) {
  auto const pieces = curve_of(bent, Interpolation::cubic);
  for (auto const& p : bent)
    EXPECT_NEAR(value(pieces, p[0] - 1e-9).slope, value(pieces, p[0] + 1e-9).slope, 1e-7);
  for (Real x = -4; x < 5; x += 0.001) EXPECT_GE(value(pieces, x).slope, 0) << x;
  EXPECT_EQ(value(pieces, 0.25).f, 0) << "flat between equal points";
}

TEST(Curves, HaveNoEnergyWhereItIsLeast) {
  EXPECT_NEAR(value(curve_of(bent, Interpolation::linear), 0.3).integral, 0, 1e-14);
  // Two wells, the right one deeper, and a line that is zero beyond its points.
  Points const wells{{{-2, -2}}, {{-1, 0}}, {{-0.5, 1}}, {{0, 0}}, {{1, -3}}, {{2, 0}}, {{3, 9}}};
  for (auto const how : {Interpolation::linear, Interpolation::cubic})
    EXPECT_NEAR(value(curve_of(wells, how), 2).integral, 0, 1e-13);
  auto const line = curve_of({{{1, 2}}, {{2, 4}}}, Interpolation::cubic);
  EXPECT_NEAR(value(line, 0).integral, 0, 1e-14);
  EXPECT_NEAR(value(line, 2).integral, 4, 1e-14);
  EXPECT_EQ(value(curve_of({{{1, 2}}, {{2, 2}}}, Interpolation::cubic), 1).integral, 0);
}

}  // namespace
}  // namespace orthant::test::curves
