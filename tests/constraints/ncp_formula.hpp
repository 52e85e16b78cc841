// Complementarity functions beside their formulas in dual numbers.
#pragma once
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "orthant/constraints/ncp/list.hpp"
#include "orthant/core/config/detail/list.hpp"
#include "orthant/tests/collision/dice.hpp"
#include "orthant/tests/dual.hpp"

namespace orthant::test {

using D2 = DualNumber<2>;  // by a and b

inline D2 positive(D2 const& x) { return x < D2(0) ? D2(0) : x; }

/// A function as an experiment sets it.
template <class NcpType>
NcpType configured(Json const& input = Json::object()) {
  Json resolved;
  Config config(input, resolved, "ncp");
  NcpType phi;
  phi.fields(config);
  config.done();
  return phi;
}

/// In general position, and beside the axes, the diagonal and the origin, up to the round-off of a
/// few operations on numbers of size one.
template <class NcpType, class Formula>
void expect_formula(NcpType const& phi, Formula const& formula) {
  Dice dice(17);
  for (int i = 0; i < 2000; ++i) {
    Real a = dice.between(-1, 1), b = dice.between(-1, 1);
    Real const near = std::pow(10., -dice.between(1, 9)) * (dice.below(2) == 0 ? 1 : -1);
    int const where = dice.below(6);
    if (where == 0) a = near;
    if (where == 1) b = near;
    if (where == 2) b = a + near;
    if (where == 3) a *= std::fabs(near), b *= std::fabs(near);
    SCOPED_TRACE(testing::Message() << phi.name << ": " << a << ", " << b);
    auto const found = phi(a, b);
    D2 const expected = formula(phi, variable<2>(a, 0), variable<2>(b, 1));
    EXPECT_NEAR(found.phi, expected.x, 1e-15);
    EXPECT_NEAR(found.da, expected.d[0], 1e-12);
    EXPECT_NEAR(found.db, expected.d[1], 1e-12);
  }
}

/// The root a b = epsilon^2; epsilon/ratio is rounded, so that phi is in the last digit of the
/// smaller argument.
template <class NcpType>
void expect_central_path() {
  for (Real const epsilon : {1e-6, 1., 1e4})
    for (Real const ratio : {1e-6, 0.1, 1., 30., 1e8}) {
      NcpType phi;
      phi.epsilon = epsilon;
      Real const a = epsilon * ratio, b = epsilon / ratio;
      EXPECT_NEAR(phi(a, b).phi, 0, 1e-15 * smaller(a, b)) << NcpType::name << ratio;
      EXPECT_GT(phi(1.01 * a, b).phi, 0);
      EXPECT_LT(phi(a, 0.99 * b).phi, 0);
    }
}

}  // namespace orthant::test
