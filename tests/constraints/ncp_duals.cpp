// The derivatives of every complementarity function are those of its formula in dual numbers, in
// general position and close to every kink.
#include <gtest/gtest.h>

#include "orthant/constraints/ncp/list.hpp"
#include "orthant/tests/collision/dice.hpp"
#include "orthant/tests/conformance/types.hpp"
#include "orthant/tests/dual.hpp"

namespace orthant::test::ncp_duals {
namespace {

using D = Dual<2>;

D positive(D const& a) { return a < D(0) ? D(0) : a; }

/// The formulas of the papers.
D formula(FischerBurmeister const&, D const& a, D const& b) { return a + b - sqrt(a * a + b * b); }
D formula(MinimumMap const&, D const& a, D const& b) { return a < b ? a : b; }
D formula(PenalisedFischerBurmeister const& f, D const& a, D const& b) {
  return D(f.tau) * formula(FischerBurmeister{}, a, b) +
         D((1 - f.tau) * f.per_speed) * positive(a) * positive(b);
}
D formula(KanzowKleinmichel const& f, D const& a, D const& b) {
  return a + b - sqrt((a - b) * (a - b) + D(f.kappa) * a * b);
}
D formula(Chks const& f, D const& a, D const& b) {
  return a + b - sqrt((a - b) * (a - b) + D(4 * f.epsilon * f.epsilon));
}

/// Smoothed functions, with a width at which they are smooth.
template <class NcpType>
NcpType tried() {
  NcpType phi{};
  if constexpr (requires { phi.epsilon; }) phi.epsilon = 0.03;
  return phi;
}

template <class NcpType>
class NcpDuals : public ::testing::Test {};
TYPED_TEST_SUITE(NcpDuals, AsTypes<NcpFunctions>, ByName);

/// Round-off of a few operations on numbers of size one.
TYPED_TEST(NcpDuals, AreTheDerivatives) {
  auto const phi = tried<TypeParam>();
  Dice dice(17);
  for (int i = 0; i < 2000; ++i) {
    Real a = dice.between(-1, 1), b = dice.between(-1, 1);
    Real const near = std::pow(10., -dice.between(1, 9)) * (dice.below(2) == 0 ? 1 : -1);
    switch (dice.below(6)) {
      case 0:  // beside the axes, the diagonal and the origin
        a = near;
        break;
      case 1:
        b = near;
        break;
      case 2:
        b = a + near;
        break;
      case 3:
        a *= std::fabs(near);
        b *= std::fabs(near);
        break;
      default:
        break;
    }
    SCOPED_TRACE(::testing::Message() << a << ", " << b);
    auto const found = phi(a, b);
    auto const expected = formula(phi, D::variable(a, 0), D::variable(b, 1));
    EXPECT_NEAR(found.phi, expected.x, 1e-15);
    EXPECT_NEAR(found.da, expected.d[0], 1e-12);
    EXPECT_NEAR(found.db, expected.d[1], 1e-12);
  }
}

}  // namespace
}  // namespace orthant::test::ncp_duals
