// The complementarity functions among the baselines: their derivatives, their limits, their roots.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "bench/baselines/ncp/list.hpp"
#include "orthant/constraints/ncp/list.hpp"
#include "orthant/tests/collision/dice.hpp"
#include "orthant/tests/conformance/types.hpp"
#include "orthant/tests/dual.hpp"

namespace orthant::test::baseline_ncps {
namespace {

using D = Dual<2>;

D power(D const& a, Real p) {
  return D::chain(std::pow(a.x, p), p * std::pow(a.x, p - 1), a, 0, a);
}
D exponential(D const& a) { return D::chain(std::exp(a.x), std::exp(a.x), a, 0, a); }
D logarithm(D const& a) { return D::chain(std::log(a.x), 1 / a.x, a, 0, a); }
D size(D const& a) { return a < D(0) ? D(0) - a : a; }
D positive(D const& a) { return a < D(0) ? D(0) : a; }

/// The formulas of the papers.
D formula(SmoothedFischerBurmeister const& f, D const& a, D const& b) {
  return a + b - sqrt(a * a + b * b + D(2 * f.epsilon * f.epsilon));
}
D formula(PNormFischerBurmeister const& f, D const& a, D const& b) {
  return a + b - power(power(size(a), f.p) + power(size(b), f.p), 1 / f.p);
}
D formula(LogExp const& f, D const& a, D const& b) {
  return a < b ? a - D(f.epsilon) * logarithm(D(1) + exponential((a - b) / D(f.epsilon)))
               : b - D(f.epsilon) * logarithm(D(1) + exponential((b - a) / D(f.epsilon)));
}
D formula(NaturalMap const& f, D const& a, D const& b) { return b - positive(b - D(f.rho) * a); }

template <class NcpType>
class BaselineNcp : public ::testing::Test {
 protected:
  static NcpType configured(Json const& input = Json::object()) {
    Json resolved;
    Config config(input, resolved, "ncp");
    NcpType phi;
    phi.fields(config);
    config.done();
    return phi;
  }
};
TYPED_TEST_SUITE(BaselineNcp, AsTypes<BaselineNcps>, ByName);

/// Round-off of a few operations on numbers of size one, in general position and beside the axes.
TYPED_TEST(BaselineNcp, HasTheDerivativesOfItsFormula) {
  auto phi = this->configured();
  if constexpr (requires { phi.epsilon; }) phi.epsilon = 0.03;
  Dice dice(17);
  for (int i = 0; i < 2000; ++i) {
    Real a = dice.between(-1, 1), b = dice.between(-1, 1);
    Real const near = std::pow(10., -dice.between(1, 9)) * (dice.below(2) == 0 ? 1 : -1);
    if (i % 4 == 1) a = near;
    if (i % 4 == 2) b = near;
    if (i % 4 == 3) b = a + near;
    SCOPED_TRACE(::testing::Message() << a << ", " << b);
    auto const found = phi(a, b);
    auto const expected = formula(phi, D::variable(a, 0), D::variable(b, 1));
    EXPECT_NEAR(found.phi, expected.x, 1e-15);
    EXPECT_NEAR(found.da, expected.d[0], 1e-12);
    EXPECT_NEAR(found.db, expected.d[1], 1e-12);
  }
}

TYPED_TEST(BaselineNcp, TakesARowAtTheOriginForInactive) {
  auto const at = this->configured()(0, 0);
  EXPECT_EQ(at.phi, 0);
  EXPECT_EQ(at.da, 0);
  EXPECT_EQ(at.db, 1);
}

/// The same values and derivatives in all quadrants, up to a few units of round-off.
template <class A, class B>
void expect_same(A const& one, B const& other) {
  Dice dice(31);
  for (int i = 0; i < 2000; ++i) {
    Real const a = dice.between(-2, 2), b = dice.between(-2, 2);
    auto const x = one(a, b), y = other(a, b);
    EXPECT_NEAR(x.phi, y.phi, 1e-14);
    EXPECT_NEAR(x.da, y.da, 1e-14);
    EXPECT_NEAR(x.db, y.db, 1e-14);
  }
}

TEST(BaselineNcps, ContainThoseOfTheLibrary) {
  PNormFischerBurmeister two;
  two.p = 2;
  expect_same(two, FischerBurmeister());
  expect_same(SmoothedFischerBurmeister(), FischerBurmeister());
  expect_same(NaturalMap(), MinimumMap());
  expect_same(LogExp(), MinimumMap());
}

TEST(BaselineNcps, OfWidthEpsilonHaveTheirRoots) {
  for (Real const epsilon : {1e-6, 1., 1e4}) {
    SmoothedFischerBurmeister central;
    central.epsilon = epsilon;  // a b = epsilon^2
    for (Real const ratio : {1e-6, 0.1, 1., 30., 1e8}) {
      Real const a = epsilon * ratio, b = epsilon / ratio;
      EXPECT_NEAR(central(a, b).phi, 0, 1e-15 * smaller(a, b));
    }
    LogExp phi;
    phi.epsilon = epsilon;  // e^(-a/epsilon) + e^(-b/epsilon) = 1
    for (Real const share : {1e-9, 0.2, 0.5, 0.9}) {
      Real const a = -epsilon * std::log(share), b = -epsilon * std::log1p(-share);
      EXPECT_NEAR(phi(a, b).phi, 0, 1e-15 * (a + b));
    }
  }
}

}  // namespace
}  // namespace orthant::test::baseline_ncps
