// Complementarity functions with a parameter: known members and the allowed range.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "orthant/constraints/ncp/list.hpp"
#include "orthant/tests/collision/dice.hpp"

namespace orthant::test::ncp_families {
namespace {

template <class NcpType>
NcpType configured(Json const& input) {
  Json resolved;
  Config config(input, resolved, "ncp");
  NcpType phi;
  phi.fields(config);
  config.done();
  return phi;
}

/// The same values and derivatives in all quadrants, up to a few units of round-off.
template <class A, class B>
void expect_same(A const& one, B const& other, Real factor = 1, Real round_off = 1e-14) {
  Dice dice(31);
  for (int i = 0; i < 2000; ++i) {
    Real const a = dice.between(-2, 2), b = dice.between(-2, 2);
    auto const x = one(a, b), y = other(a, b);
    EXPECT_NEAR(x.phi, factor * y.phi, round_off);
    EXPECT_NEAR(x.da, factor * y.da, round_off);
    EXPECT_NEAR(x.db, factor * y.db, round_off);
  }
}

TEST(NcpFamilies, ContainFischerBurmeister) {
  FischerBurmeister const fb;
  expect_same(configured<KanzowKleinmichel>({{"kappa", 2}}), fb);
  expect_same(configured<PenalisedFischerBurmeister>({{"tau", 1}}), fb);
}

TEST(NcpFamilies, ContainTheMinimumMap) { expect_same(Chks(), MinimumMap(), 2); }

TEST(NcpFamilies, TendToTheMinimumMap) {
  Dice dice(32);
  auto const nearly = configured<KanzowKleinmichel>({{"kappa", 1e-12}});
  for (int i = 0; i < 500; ++i) {
    // |phi - 2 min| <= sqrt(kappa a b)
    Real const a = dice.between(-2, 2), b = dice.between(-2, 2), min = smaller(a, b);
    EXPECT_NEAR(nearly(a, b).phi, 2 * min, 2.1e-6);
  }
}

TEST(NcpFamilies, ThePenaltyIsTheProductOverTheSpeed) {
  auto const phi = configured<PenalisedFischerBurmeister>({{"tau", 0.5}}).at({4, 0});
  FischerBurmeister const fb;
  EXPECT_NEAR(phi(3, 2).phi, 0.5 * fb(3, 2).phi + 0.5 * 6 / 4, 1e-15);
  EXPECT_NEAR(phi(3, -2).phi, 0.5 * fb(3, -2).phi, 1e-15);
  EXPECT_NEAR(phi.at({0, 0})(3, 2).phi, 0.5 * fb(3, 2).phi, 1e-15);  // a world without any speed
}

TEST(NcpFamilies, RefuseParametersOutOfRange) {
  for (double const kappa : {0., 4., -1., 5.})
    EXPECT_THROW(configured<KanzowKleinmichel>({{"kappa", kappa}}), Error) << kappa;
  for (double const tau : {0., 1.01, -1.})
    EXPECT_THROW(configured<PenalisedFischerBurmeister>({{"tau", tau}}), Error) << tau;
  for (double const relative : {0., -1., 11.})
    EXPECT_THROW(configured<Chks>({{"relative", relative}}), Error) << relative;
  EXPECT_THROW(configured<Chks>({{"epsilon", 1}}), Error);  // never absolute
}

}  // namespace
}  // namespace orthant::test::ncp_families
