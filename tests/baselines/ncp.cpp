// The complementarity functions among the baselines beside their formulas, and their roots.
#include "bench/baselines/ncp/list.hpp"
#include "tests/constraints/ncp_formula.hpp"

namespace orthant::test::baseline_ncps {
namespace {

D2 power(D2 const& a, Real p) {
  return D2::chain(std::pow(a.x, p), p * std::pow(a.x, p - 1), a, 0, a);
}
D2 exponential(D2 const& a) { return D2::chain(std::exp(a.x), std::exp(a.x), a, 0, a); }
D2 logarithm(D2 const& a) { return D2::chain(std::log(a.x), 1 / a.x, a, 0, a); }
D2 size(D2 const& a) { return a < D2(0) ? D2(0) - a : a; }

/// The formulas of the papers.
D2 formula(SmoothedFischerBurmeister const& f, D2 const& a, D2 const& b) {
  return a + b - sqrt(a * a + b * b + D2(2 * f.epsilon * f.epsilon));
}
D2 formula(PNormFischerBurmeister const& f, D2 const& a, D2 const& b) {
  return a + b - power(power(size(a), f.p) + power(size(b), f.p), 1 / f.p);
}
D2 formula(LogExp const& f, D2 const& a, D2 const& b) {
  D2 const least = a < b ? a : b, most = a < b ? b : a;
  if (f.epsilon == 0) return least;
  return least - D2(f.epsilon) * logarithm(D2(1) + exponential((least - most) / D2(f.epsilon)));
}
D2 formula(NaturalMap const& f, D2 const& a, D2 const& b) {
  return b - positive(b - D2(f.rho) * a);
}
auto const by_formula = [](auto const& phi, D2 const& a, D2 const& b) {
  return formula(phi, a, b);
};

TEST(BaselineNcps, HaveTheValuesAndDerivativesOfTheirFormulas) {
  for_each_in<BaselineNcps>([](auto phi) {
    expect_formula(phi, by_formula);
    if constexpr (requires { phi.epsilon; }) phi.epsilon = 0.03;
    if constexpr (requires { phi.p; }) phi.p = 2;
    if constexpr (requires { phi.rho; }) phi.rho = 3;
    expect_formula(phi, by_formula);
  });
}

TEST(BaselineNcps, OfWidthEpsilonHaveTheirRoots) {
  expect_central_path<SmoothedFischerBurmeister>();
  for (Real const epsilon : {1e-6, 1., 1e4}) {
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
