// Every complementarity function: its zero set, its sign, and its derivatives.
#include "tests/constraints/ncp_traits.hpp"
#include "tests/constraints/slope.hpp"
#include "tests/constraints/types.hpp"

namespace orthant::test {
namespace {

template <class NcpType>
class Ncp : public ::testing::Test {
 protected:
  static Real value(Real a, Real b) { return phi(a, b).phi; }
  static inline NcpType const phi{};
  static inline NcpTraits const traits = traits_of(phi);
};

TYPED_TEST_SUITE(Ncp, AsTypes<NcpFunctions>, ByName);

/// 1e-8, 3e-8, ..., 3e8
std::vector<Real> scales() {
  std::vector<Real> out;
  for (int i = -8; i <= 8; ++i)
    for (Real const digit : {1., 3.}) out.push_back(digit * pow(10., i));
  return out;
}

TYPED_TEST(Ncp, VanishesOnBothAxesExactly) {
  for (Real const x : scales()) {
    EXPECT_EQ(this->value(x, 0), 0) << x;
    EXPECT_EQ(this->value(0, x), 0) << x;
  }
  EXPECT_EQ(this->value(0, 0), 0);
}

TYPED_TEST(Ncp, IsPositiveInsideAndNoLargerThanTwiceTheSmaller) {
  // Small values must be small whatever the other argument: |phi| <= 2 min for every function that
  // measures the distance from the axes, except for the intended product.
  for (Real const a : scales())
    for (Real const b : scales()) {
      EXPECT_GT(this->value(a, b), 0) << a << " " << b;
      Real const most = 2 + this->traits.product * larger(a, b);
      Real const round_off = 1e-15;  // relative
      EXPECT_LE(this->value(a, b), (1 + round_off) * most * smaller(a, b)) << a << " " << b;
    }
}

TYPED_TEST(Ncp, IsNegativeWhereAnArgumentIs) {
  for (Real const a : scales())
    for (Real const b : scales()) {
      EXPECT_LT(this->value(-a, b), 0) << a << " " << b;
      EXPECT_LT(this->value(a, -b), 0) << a << " " << b;
      EXPECT_LT(this->value(-a, -b), 0) << a << " " << b;
    }
  for (Real const a : scales()) {
    EXPECT_LT(this->value(-a, 0), 0) << a;
    EXPECT_LT(this->value(0, -a), 0) << a;
  }
}

TYPED_TEST(Ncp, TellsAViolationThatIsTinyBesideTheOther) {
  // 1e-14 beside 1 is above the round-off of a and b, so it must show to a few digits.
  for (Real const tiny : {1e-14, -1e-14}) {
    EXPECT_NEAR(this->value(tiny, 1) / tiny, this->traits.slope(tiny), 0.02);
    EXPECT_NEAR(this->value(1, tiny) / tiny, this->traits.slope(tiny), 0.02);
  }
}

TYPED_TEST(Ncp, IsHomogeneousSoThatUnitsDoNotMatter) {
  // The same bits with the speeds of the world scaled by powers of two.
  for (Real const s : {0x1p-30, 0x1p30})
    for (Real const smoothing : {0., 3.})
      for (Real const a : {-2.5, -0.3, 0.7, 11.})
        for (Real const b : {-7., -0.01, 0.3, 5.}) {
          auto const at = at_scale(this->phi, {1, smoothing})(a, b);
          auto const there = at_scale(this->phi, {s, s * smoothing})(s * a, s * b);
          EXPECT_EQ(there.phi, s * at.phi);
          EXPECT_EQ(there.da, at.da);
          EXPECT_EQ(there.db, at.db);
        }
}

TYPED_TEST(Ncp, DerivativesAreTheSlopesWhereverThereIsOne) {
  int smooth = 0, all = 0;
  for (Real const scale : {1e-6, 1., 1e6}) {
    auto const scaled = at_scale(this->phi, {scale, 0});
    for (Real const a : {-30., -2., -0.5, -0.01, 0., 0.01, 0.4, 3., 50.})
      for (Real const b : {-20., -3., -0.6, -0.02, 0., 0.02, 0.7, 2., 40.}) {
        Real const x = scale * a, y = scale * b, h = 0.05 * hypot(x, y);
        if (h == 0) continue;
        // The product has an even kink at the axes, which central differences do not see.
        if (this->traits.product > 0 && (a == 0 || b == 0)) continue;
        SCOPED_TRACE(::testing::Message() << x << ", " << y);
        auto const at = scaled(x, y);
        auto const da = slope([&](Real t) { return scaled(t, y).phi; }, x, h);
        auto const db = slope([&](Real t) { return scaled(x, t).phi; }, y, h);
        ++all;
        if (!(larger(da.error, db.error) < 1e-9)) continue;  // a kink within h
        ++smooth;
        EXPECT_NEAR(at.da, da.value, 1e-9);
        EXPECT_NEAR(at.db, db.value, 1e-9);
      }
  }
  EXPECT_GT(smooth, 0.8 * all);
}

TYPED_TEST(Ncp, DerivativesNeverBothVanishAndNeverPointBack) {
  // Newton's matrix P A + C with P = da, C = r db must not lose the row: da, db >= 0, da + db > 0.
  for (Real const a : {-1e8, -1., -1e-8, 0., 1e-8, 1., 1e8})
    for (Real const b : {-1e8, -1., -1e-8, 0., 1e-8, 1., 1e8}) {
      auto const at = this->phi(a, b);
      EXPECT_GE(at.da, 0) << a << " " << b;
      EXPECT_GE(at.db, 0) << a << " " << b;
      EXPECT_GT(at.da + at.db, 0.5) << a << " " << b;
    }
}

TYPED_TEST(Ncp, DerivativesKeepTheirDigitsNearTheAxes) {
  // On an axis the gradient is that of the vanishing argument. Beside it the other derivative is
  // small of some order, and must not be the round-off of a difference.
  for (Real const tiny : {1e-6, 1e-9, 1e-12}) {
    for (Real const sign : {-1., 1.}) {
      Real const small = (tiny + 1.01 * this->traits.product) * tiny;
      Real const on_axis = this->traits.slope(sign);
      EXPECT_LE(this->phi(1, sign * tiny).da, small);
      EXPECT_LE(this->phi(sign * tiny, 1).db, small);
      EXPECT_NEAR(this->phi(1, sign * tiny).db, on_axis, 1.01 * tiny);
      EXPECT_NEAR(this->phi(sign * tiny, 1).da, on_axis, 1.01 * tiny);
    }
  }
}

TYPED_TEST(Ncp, IsFiniteForTheSmallestNumbers) {
  // Decaying impulses pass through all these values; their squares underflow to zero.
  for (Real const a : {0., 1e-160, -1e-160, 1e-200, -1e-200, 1e-300, -1e-300})
    for (Real const b : {0., 1e-160, -1e-160, 1e-200, -1e-200, 1e-300, -1e-300}) {
      auto const at = this->phi(a, b);
      EXPECT_TRUE(std::isfinite(at.phi) && std::isfinite(at.da) && std::isfinite(at.db))
          << "(" << a << ", " << b << ") -> " << at.phi << ", " << at.da << ", " << at.db;
    }
}

}  // namespace
}  // namespace orthant::test
