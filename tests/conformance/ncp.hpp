// What every complementarity function promises: its zero set, its sign, and the size of its
// derivatives, which are compared with differences when a program adds it.
// For one of your own:
//   INSTANTIATE_TEST_SUITE_P(Mine, NcpConformance, testing::Values("mine"), choice_name);
#pragma once
#include "orthant/constraints/ncp/ncp_value.hpp"
#include "orthant/tests/conformance/contact_law.hpp"

namespace orthant::test {

class NcpConformance : public testing::TestWithParam<Choice> {
 protected:
  /// As the normal row of a contact has it, in a world with these speeds.
  NcpValue phi(Real a, Real b, SpeedScale const& scale = {}) const {
    auto const law = row(a, b, scale);
    return {-law.target[0], law.P_left(0, 0), law.Q(0, 0)};
  }
  LinearLaw row(Real a, Real b, SpeedScale const& scale = {}) const {
    return law_.at({a, 0, 0, b, 0, 0}, 0, {1, 1, 1}, scale);
  }
  Real value(Real a, Real b) const { return phi(a, b).phi; }
  bool product() const { return phi(1, 1e-6).da > 1e-9; }

  /// 1e-8, 3e-8, ..., 3e8
  static std::vector<Real> scales() {
    std::vector<Real> out;
    for (int i = -8; i <= 8; ++i)
      for (Real const digit : {1., 3.}) out.push_back(digit * std::pow(10., i));
    return out;
  }

 private:
  ContactLaw const law_{{{"ncp", GetParam().settings}, {"friction", "alart_curnier"}}};
};

TEST_P(NcpConformance, VanishesOnBothAxesExactly) {
  for (Real const x : scales()) {
    EXPECT_EQ(value(x, 0), 0) << x;
    EXPECT_EQ(value(0, x), 0) << x;
  }
  EXPECT_EQ(value(0, 0), 0);
}

/// Small values must be small whatever the other argument, except for an intended product.
TEST_P(NcpConformance, IsPositiveInsideAndNoLargerThanTwiceTheSmaller) {
  bool const has_product = product();
  for (Real const a : scales())
    for (Real const b : scales()) {
      Real const phi = value(a, b), most = 2 + has_product * larger(a, b);
      EXPECT_GT(phi, 0) << a << " " << b;
      EXPECT_LE(phi, (1 + 1e-15) * most * smaller(a, b)) << a << " " << b;
    }
}

TEST_P(NcpConformance, IsNegativeWhereAnArgumentIs) {
  for (Real const a : scales()) {
    for (Real const b : scales())
      for (Real const phi : {value(-a, b), value(a, -b), value(-a, -b)})
        EXPECT_LT(phi, 0) << a << " " << b;
    EXPECT_LT(value(-a, 0), 0) << a;
    EXPECT_LT(value(0, -a), 0) << a;
  }
}

/// Beside an axis phi is its slope times the argument that vanishes, and the other derivative is
/// of the order of that argument or of its square, not the round-off of a difference.
TEST_P(NcpConformance, KeepsItsDigitsBesideTheAxes) {
  for (Real const sign : {-1., 1.}) {
    auto const of_b = phi(1, sign * 1e-14), of_a = phi(sign * 1e-14, 1);
    EXPECT_NEAR(sign * of_b.phi / 1e-14, of_b.db, 0.02);
    EXPECT_NEAR(sign * of_a.phi / 1e-14, of_a.da, 0.02);
    Real const linear_a = phi(1, sign * 1e-6).da / 1e-6, linear_b = phi(sign * 1e-6, 1).db / 1e-6;
    for (Real const tiny : {1e-6, 1e-9, 1e-12}) {
      EXPECT_NEAR(phi(1, sign * tiny).db, of_b.db, 1.01 * tiny);
      EXPECT_NEAR(phi(sign * tiny, 1).da, of_a.da, 1.01 * tiny);
      auto const expect_small = [&](Real slope, Real linear) {
        EXPECT_LE(slope, larger(tiny * tiny, linear < 1e-5 ? 0 : 1.01 * linear * tiny)) << tiny;
      };
      expect_small(phi(1, sign * tiny).da, linear_a);
      expect_small(phi(sign * tiny, 1).db, linear_b);
    }
  }
}

/// The same bits with the speeds of the world scaled by powers of two.
TEST_P(NcpConformance, IsHomogeneousSoThatUnitsDoNotMatter) {
  for (Real const s : {0x1p-30, 0x1p30})
    for (Real const smoothing : {0., 3.})
      for (Real const a : {-2.5, -0.3, 0.7, 11.})
        for (Real const b : {-7., -0.01, 0.3, 5.}) {
          auto const at = phi(a, b, {1, smoothing}), there = phi(s * a, s * b, {s, s * smoothing});
          EXPECT_EQ(there.phi, s * at.phi);
          EXPECT_EQ(there.da, at.da);
          EXPECT_EQ(there.db, at.db);
        }
}

/// Newton's matrix P A + C with P = da, C = r db must not lose the row, nor a number underflow:
/// decaying impulses pass through all these values, whose squares are zero.
TEST_P(NcpConformance, DerivativesAreFiniteNeverBothVanishAndNeverPointBack) {
  Real const sizes[] = {0, 1e-300, 1e-200, 1e-160, 1e-8, 1, 1e8};
  for (Real const smoothing : {0., 1e-300, 1e-160, 1e-9, 1., 1e150})
    for (Real const size_a : sizes)
      for (Real const size_b : sizes)
        for (Real const a : {-size_a, size_a})
          for (Real const b : {-size_b, size_b}) {
            auto const at = phi(a, b, {1, smoothing});
            EXPECT_TRUE(std::isfinite(at.phi) && at.da >= 0 && at.db >= 0 && at.da + at.db > 0.25 &&
                        std::isfinite(at.da + at.db))
                << "(" << a << ", " << b << "), " << smoothing << ": " << at.phi << ", " << at.da
                << ", " << at.db;
          }
}

/// At the origin the row is inactive: its impulse is set to zero.
TEST_P(NcpConformance, SmoothingIsForTheStepNotForTheResidualAndVanishes) {
  EXPECT_EQ(phi(0, 0).da, 0);
  for (Real const a : {-20., -1., -1e-6, 0., 0.1, 20.})
    for (Real const b : {-20., -1., 0., 1e-6, 0.1, 20.})
      for (Real const smoothing : {1e-9, 1e-3, 1.}) {
        auto const exact = row(a, b), smoothed = row(a, b, {1, smoothing});
        EXPECT_EQ(smoothed.residual[0], exact.residual[0]);
        EXPECT_EQ(exact.residual[0], -exact.target[0]);
        EXPECT_NEAR(smoothed.target[0], exact.target[0],
                    20 * smoothing + 1e-15 * (std::fabs(a) + std::fabs(b)));
      }
}

}  // namespace orthant::test
