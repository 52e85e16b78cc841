// The choice from the generalised gradient where a complementarity function has a kink.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "constraints/ncp/list.hpp"

namespace orthant::test {
namespace {

FischerBurmeister configured(Json const& input) {
  Json resolved;
  Config config(input, resolved, "ncp");
  FischerBurmeister phi;
  phi.fields(config);
  return phi;
}

TEST(FischerBurmeisterKink, IsZeroOneByDefault) {
  auto const at = FischerBurmeister()(0, 0);
  EXPECT_EQ(at.da, 0);
  EXPECT_EQ(at.db, 1);
}

TEST(FischerBurmeisterKink, IsAnElementOfTheGeneralisedGradient) {
  // the limits of gradients, and their hull: (1 - da)^2 + (1 - db)^2 <= 1
  Real const root = std::sqrt(0.5);
  for (Json const& kink :
       {Json{0, 1}, Json{1, 0}, Json{1, 1}, Json{1 - 0.6, 1 - 0.8}, Json{1, 2}}) {
    auto const at = configured({{"kink", kink}})(0, 0);
    EXPECT_EQ(at.da, kink[0]);
    EXPECT_EQ(at.db, kink[1]);
    EXPECT_LE(hypot(1 - at.da, 1 - at.db), 1 + 1e-15);
  }
  // off the kink the setting says nothing
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

template <class Phi>
void expect_kink(Real da, Real db) {
  auto const at = Phi()(0, 0);
  EXPECT_EQ(at.phi, 0) << Phi::name;
  EXPECT_EQ(at.da, da) << Phi::name;
  EXPECT_EQ(at.db, db) << Phi::name;
}

TEST(Kinks, AtTheOriginARowIsInactive) {
  // da = 0: the impulse is set to zero
  expect_kink<KanzowKleinmichel>(0, 1.5);
  expect_kink<PNormFischerBurmeister>(0, 1);
  expect_kink<PenalisedFischerBurmeister>(0, 0.95);
  expect_kink<SmoothedFischerBurmeister>(0, 1);
  expect_kink<Chks>(0, 2);
  expect_kink<LogExp>(0, 1);
  expect_kink<NaturalMap>(0, 1);
}

TEST(MinimumMapKink, CountsAsInactive) {
  for (Real const x : {-1., 0., 1e-8, 1e8}) {
    auto const at = MinimumMap()(x, x);
    EXPECT_EQ(at.phi, x);
    EXPECT_EQ(at.da, 0);  // the impulse is set to zero
    EXPECT_EQ(at.db, 1);
  }
}

}  // namespace
}  // namespace orthant::test
