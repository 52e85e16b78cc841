// The element of the generalised gradient at kinks of complementarity functions.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "orthant/constraints/ncp/list.hpp"

namespace orthant::test::ncp_kinks {
namespace {

template <class NcpType = FischerBurmeister>
NcpType configured(Json const& input) {
  Json resolved;
  Config config(input, resolved, "ncp");
  NcpType phi;
  phi.fields(config);
  config.done();
  EXPECT_EQ(resolved.count("kink"), 1u);
  return phi;
}

TEST(FischerBurmeisterKink, IsZeroOneByDefault) {
  auto const at = FischerBurmeister()(0, 0);
  EXPECT_EQ(at.da, 0);
  EXPECT_EQ(at.db, 1);
}

TEST(FischerBurmeisterKink, IsAnElementOfTheGeneralisedGradient) {
  // Limits of gradients, and their convex hull: (1 - da)^2 + (1 - db)^2 <= 1
  Real const root = std::sqrt(0.5);
  for (Json const& kink :
       {Json{0, 1}, Json{1, 0}, Json{1, 1}, Json{1 - 0.6, 1 - 0.8}, Json{1, 2}}) {
    auto const at = configured({{"kink", kink}})(0, 0);
    EXPECT_EQ(at.da, kink[0]);
    EXPECT_EQ(at.db, kink[1]);
    EXPECT_LE(hypot(1 - at.da, 1 - at.db), 1 + 1e-15);
  }
  // Away from the kink the setting has no effect.
  auto const beside = configured({{"kink", {1, 0}}})(1e-100, 1e-100);
  EXPECT_NEAR(beside.da, 1 - root, 1e-15);
  EXPECT_NEAR(beside.db, 1 - root, 1e-15);
}

TEST(FischerBurmeisterKink, RefusesWhatIsNoGeneralisedGradient) {
  EXPECT_THROW(configured({{"kink", {0, 0}}}), Error);
  EXPECT_THROW(configured({{"kink", {2, 2}}}), Error);
  EXPECT_THROW(configured({{"kink", {0.5}}}), Error);
  EXPECT_THROW(configured({{"kink", "left"}}), Error);
}

template <class NcpType>
void expect_kink(Real da, Real db) {
  auto const at = NcpType()(0, 0);
  EXPECT_EQ(at.phi, 0) << NcpType::name;
  EXPECT_EQ(at.da, da) << NcpType::name;
  EXPECT_EQ(at.db, db) << NcpType::name;
}

TEST(Kinks, AtTheOriginARowIsInactive) {
  // da = 0: the impulse is set to zero
  expect_kink<KanzowKleinmichel>(0, 1.5);
  expect_kink<PenalisedFischerBurmeister>(0, 0.95);
  expect_kink<Chks>(0, 2);
}

TEST(MinimumMapKink, CountsAsInactive) {
  for (Real const x : {-1., 0., 1e-8, 1e8}) {
    auto const at = MinimumMap()(x, x);
    EXPECT_EQ(at.phi, x);
    EXPECT_EQ(at.da, 0);  // the impulse is set to zero
    EXPECT_EQ(at.db, 1);
  }
}

/// At the origin `phi` takes (da, db); for a != b it is unchanged.
template <class NcpType>
void expect_chosen(Json settings, Real da, Real db) {
  auto const otherwise = configured<NcpType>(settings);
  settings["kink"] = {da, db};
  auto const phi = configured<NcpType>(settings);
  EXPECT_EQ(phi(0, 0).phi, 0) << NcpType::name;
  EXPECT_NEAR(phi(0, 0).da, da, 1e-15) << NcpType::name;
  EXPECT_NEAR(phi(0, 0).db, db, 1e-15) << NcpType::name;
  for (Real const a : {1e-9, -0.3})
    for (Real const b : {0., 0.7}) {
      EXPECT_EQ(phi(a, b).da, otherwise(a, b).da) << NcpType::name;
      EXPECT_EQ(phi(a, b).db, otherwise(a, b).db) << NcpType::name;
    }
}

TEST(Kinks, AnyElementOfTheGeneralisedGradientCanBeChosen) {
  expect_chosen<MinimumMap>(Json::object(), 0.25, 0.75);
  expect_chosen<Chks>(Json::object(), 2, 0);
  expect_chosen<KanzowKleinmichel>({{"kappa", 1}}, 1.5, 0);
  expect_chosen<KanzowKleinmichel>({{"kappa", 3}}, 0.5, 0);
  auto const penalised = configured<PenalisedFischerBurmeister>({{"tau", 0.5}, {"kink", {1, 0}}});
  EXPECT_EQ(penalised(0, 0).da, 0.5);  // it contains the kink of Fischer-Burmeister
  EXPECT_EQ(penalised(0, 0).db, 0);
  EXPECT_EQ(configured<MinimumMap>({{"kink", {1, 0}}})(3, 3).da, 1);
}

TEST(Kinks, WhatIsNoGeneralisedGradientIsRefused) {
  EXPECT_THROW(configured<MinimumMap>({{"kink", {1, 1}}}), Error);
  EXPECT_THROW(configured<Chks>({{"kink", {1, 0}}}), Error);
  EXPECT_THROW(configured<PenalisedFischerBurmeister>({{"kink", {0, 0}}}), Error);
  EXPECT_THROW(configured<KanzowKleinmichel>({{"kink", {0, 1}}}), Error);
}

}  // namespace
}  // namespace orthant::test::ncp_kinks
