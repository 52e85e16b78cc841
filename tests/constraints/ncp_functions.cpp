// Every complementarity function beside its formula, its element of the generalised gradient at a
// kink.
#include "tests/constraints/ncp_formula.hpp"

namespace orthant::test::ncp_functions {
namespace {

/// The formulas of the papers.
D2 formula(FischerBurmeister const&, D2 const& a, D2 const& b) {
  return a + b - sqrt(a * a + b * b);
}
D2 formula(MinimumMap const&, D2 const& a, D2 const& b) { return a < b ? a : b; }
D2 formula(PenalisedFischerBurmeister const& f, D2 const& a, D2 const& b) {
  return D2(f.tau) * formula(FischerBurmeister{}, a, b) +
         D2((1 - f.tau) * f.per_speed) * positive(a) * positive(b);
}
D2 formula(KanzowKleinmichel const& f, D2 const& a, D2 const& b) {
  return a + b - sqrt((a - b) * (a - b) + D2(f.kappa) * a * b);
}
D2 formula(Chks const& f, D2 const& a, D2 const& b) {
  return a + b - sqrt((a - b) * (a - b) + D2(4 * f.epsilon * f.epsilon));
}
auto const by_formula = [](auto const& phi, D2 const& a, D2 const& b) {
  return formula(phi, a, b);
};

/// Smoothed functions with a width at which they are smooth.
TEST(NcpFunctions, HaveTheValuesAndDerivativesOfTheirFormulas) {
  for_each_in<NcpFunctions>([](auto phi) {
    if constexpr (requires { phi.epsilon; }) phi.epsilon = 0.03;
    expect_formula(phi, by_formula);
  });
  for (double const kappa : {0.5, 2., 3.5})
    expect_formula(configured<KanzowKleinmichel>({{"kappa", kappa}}), by_formula);
  for (double const tau : {0.5, 1.})
    expect_formula(configured<PenalisedFischerBurmeister>({{"tau", tau}}), by_formula);
}

template <class NcpType>
void expect_twice_the_minimum(NcpType const& phi, Real round_off) {
  Dice dice(32);
  for (int i = 0; i < 2000; ++i) {
    Real const a = dice.between(-2, 2), b = dice.between(-2, 2);
    EXPECT_NEAR(phi(a, b).phi, 2 * smaller(a, b), round_off);
  }
}

TEST(NcpFunctions, TendToTheMinimumMap) {
  expect_twice_the_minimum(Chks(), 1e-14);
  // |phi - 2 min| <= sqrt(kappa a b)
  expect_twice_the_minimum(configured<KanzowKleinmichel>({{"kappa", 1e-12}}), 2.1e-6);
}

TEST(NcpFunctions, ThePenaltyIsTheProductOverTheSpeed) {
  auto const phi = configured<PenalisedFischerBurmeister>({{"tau", 0.5}}).at({4, 0});
  FischerBurmeister const fb;
  EXPECT_NEAR(phi(3, 2).phi, 0.5 * fb(3, 2).phi + 0.5 * 6 / 4, 1e-15);
  EXPECT_NEAR(phi(3, -2).phi, 0.5 * fb(3, -2).phi, 1e-15);
  EXPECT_NEAR(phi.at({0, 0})(3, 2).phi, 0.5 * fb(3, 2).phi, 1e-15);  // a world without any speed
}

TEST(NcpFunctions, AreAsWideAsTheirWorldSays) {
  Chks phi;
  EXPECT_EQ(phi.epsilon, 0);
  phi.relative = 0.25;
  EXPECT_EQ(phi.at({7, 2}).epsilon, 0.5);
  EXPECT_EQ(phi.at({7, 0}).epsilon, 0);
  EXPECT_EQ(phi.at({7, 2}).relative, 0.25);
  // Beside (1, 0) the derivative by a is of second order in epsilon, and no difference.
  for (Real const epsilon : {1e-4, 1e-6, 1e-9}) {
    phi.epsilon = epsilon;
    EXPECT_LE(phi(1, 0).da, 2 * epsilon * epsilon);
    EXPECT_LE(phi(0, 1).db, 2 * epsilon * epsilon);
  }
}

TEST(NcpFunctions, TendToTheirLimitAsEpsilonFalls) {
  Real const arguments[] = {-1e6, -20, -1, -0.1, -1e-6, 0, 1e-6, 0.1, 1, 20, 1e6};
  for (Real const a : arguments)
    for (Real const b : arguments)
      for (Real const epsilon : {1e-9, 1e-3, 1., 1e3}) {
        Chks phi;
        phi.epsilon = epsilon;
        Real const error = Chks()(a, b).phi - phi(a, b).phi;
        Real const round_off = 1e-15 * (std::fabs(a) + std::fabs(b) + epsilon);
        EXPECT_GE(error, -round_off) << a << " " << b << " " << epsilon;
        EXPECT_LE(error, 2 * epsilon + round_off) << a << " " << b << " " << epsilon;
      }
}

TEST(CentralPath, IsTheRootOfChks) { expect_central_path<Chks>(); }

/// At x = y = `at` the function takes (da, db); beside it the setting has no effect.
template <class NcpType>
void expect_kink(Json settings, Real da, Real db, Real at = 0) {
  SCOPED_TRACE(testing::Message() << NcpType::name << settings);
  auto const phi = configured<NcpType>(settings);
  settings.erase("kink");
  auto const otherwise = configured<NcpType>(settings);
  EXPECT_EQ(phi(at, at).phi, at);
  EXPECT_NEAR(phi(at, at).da, da, 1e-15);
  EXPECT_NEAR(phi(at, at).db, db, 1e-15);
  for (Real const a : {1e-100, 1e-9, -0.3})
    for (Real const b : {0., 2e-100, 0.7}) {
      EXPECT_EQ(phi(a, b).da, otherwise(a, b).da);
      EXPECT_EQ(phi(a, b).db, otherwise(a, b).db);
    }
}

/// By default da = 0: the row is inactive, and its impulse is set to zero. Of Fischer-Burmeister
/// the limits of gradients, and their convex hull: (1 - da)^2 + (1 - db)^2 <= 1.
TEST(Kinks, AreElementsOfTheGeneralisedGradient) {
  Json const none = Json::object();
  expect_kink<FischerBurmeister>(none, 0, 1);
  expect_kink<KanzowKleinmichel>(none, 0, 1.5);
  expect_kink<PenalisedFischerBurmeister>(none, 0, 0.95);
  expect_kink<Chks>(none, 0, 2);
  for (Real const x : {-1., 0., 1e-8, 1e8}) expect_kink<MinimumMap>(none, 0, 1, x);
  for (auto const& [da, db] : {std::pair{0., 1.}, {1., 0.}, {1., 1.}, {0.4, 0.2}, {1., 2.}})
    expect_kink<FischerBurmeister>({{"kink", {da, db}}}, da, db);
  expect_kink<MinimumMap>({{"kink", {0.25, 0.75}}}, 0.25, 0.75);
  expect_kink<MinimumMap>({{"kink", {1, 0}}}, 1, 0, 3);
  expect_kink<Chks>({{"kink", {2, 0}}}, 2, 0);
  expect_kink<KanzowKleinmichel>({{"kappa", 1}, {"kink", {1.5, 0}}}, 1.5, 0);
  expect_kink<KanzowKleinmichel>({{"kappa", 3}, {"kink", {0.5, 0}}}, 0.5, 0);
  expect_kink<PenalisedFischerBurmeister>({{"tau", 0.5}, {"kink", {1, 0}}}, 0.5, 0);  // of its own
  auto const beside = configured<FischerBurmeister>({{"kink", {1, 0}}})(1e-100, 1e-100);
  EXPECT_NEAR(beside.da, 1 - std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(beside.db, 1 - std::sqrt(0.5), 1e-15);
}

template <class NcpType>
void expect_refused(std::initializer_list<Json> kinks) {
  for (auto const& kink : kinks)
    EXPECT_THROW(configured<NcpType>({{"kink", kink}}), Error) << NcpType::name << kink;
}

TEST(Kinks, ThatAreNoGeneralisedGradientAreRefused) {
  expect_refused<FischerBurmeister>({{0, 0}, {2, 2}, {0.5}, "left"});
  expect_refused<KanzowKleinmichel>({{0, 1}});
  expect_refused<PenalisedFischerBurmeister>({{0, 0}});
  expect_refused<Chks>({{1, 0}});
  expect_refused<MinimumMap>({{1, 1}});
  EXPECT_THROW(configured<Chks>({{"epsilon", 1}}), Error);  // never absolute
}

}  // namespace
}  // namespace orthant::test::ncp_functions
