// The Jacobians of the exact forms of friction are those of their formulas in dual numbers, in
// general position and close to the edge of the cone.
#include <gtest/gtest.h>

#include "orthant/tests/collision/dice.hpp"
#include "orthant/tests/conformance/types.hpp"
#include "orthant/tests/dual.hpp"
#include "tests/constraints/form_lists.hpp"

namespace orthant::test::exact_duals {
namespace {

using D = Dual<6>;  // by a_n, v, lambda
using D3 = Vec<3, D>;

constexpr Real r = 2;

D length(D const& x, D const& y) { return sqrt(x * x + y * y); }

struct State {
  D a, v[2], normal, friction[2];
  Real mu;
};

/// r lambda_f - P_k(r lambda_f - v), the rows of friction alone.
D3 on_disc(State const& s, D const& k) {
  D const z[2] = {D(r) * s.friction[0] - s.v[0], D(r) * s.friction[1] - s.v[1]};
  D const size = length(z[0], z[1]);
  D3 h;
  for (int i = 0; i < 2; ++i) {
    if (!(D(0) < k))
      h[1 + i] = D(r) * s.friction[i];
    else
      h[1 + i] = size < k ? s.v[i] : D(r) * s.friction[i] - k * z[i] / size;
  }
  return h;
}
D positive(D const& x) { return x < D(0) ? D(0) : x; }

D3 formula(AlartCurnierForm const&, State const& s) {
  return on_disc(s, D(r * s.mu) * positive(s.normal - s.a / D(r)));
}

/// r lambda - P_K(r lambda - u)
D3 on_cone(State const& s, D const& u_n) {
  D const z[3] = {D(r) * s.normal - u_n, D(r) * s.friction[0] - s.v[0],
                  D(r) * s.friction[1] - s.v[1]};
  D const size = length(z[1], z[2]), mu(s.mu);
  D3 p{{z[0], z[1], z[2]}};
  if (!(mu * size < D(0) - z[0])) {
    if (mu * z[0] < size) {
      p[0] = (z[0] + mu * size) / (D(1) + mu * mu);
      for (int i = 1; i < 3; ++i) p[i] = mu * p[0] * z[i] / size;
    }
  } else {
    p = {};
  }
  return {{D(r) * s.normal - p[0], D(r) * s.friction[0] - p[1], D(r) * s.friction[1] - p[2]}};
}
D3 formula(Associated const&, State const& s) { return on_cone(s, s.a); }
D3 formula(DeSaxce const&, State const& s) {
  return on_cone(s, s.a + D(s.mu) * length(s.v[0], s.v[1]));
}

/// x + y - (x o x + y o y)^(1/2) by the spectral values w_0 -+ |w_f|.
D3 formula(SocFischerBurmeister const&, State const& s) {
  D const x[3] = {D(r * s.mu) * s.normal, D(r) * s.friction[0], D(r) * s.friction[1]};
  D const y[3] = {s.a / D(s.mu) + length(s.v[0], s.v[1]), s.v[0], s.v[1]};
  D w[3];
  for (int i = 0; i < 3; ++i) {
    w[0] = w[0] + x[i] * x[i] + y[i] * y[i];
    if (i > 0) w[i] = D(2) * (x[0] * x[i] + y[0] * y[i]);
  }
  D const size = length(w[1], w[2]), low = sqrt(w[0] - size), high = sqrt(w[0] + size);
  D3 h{{x[0] + y[0] - D(0.5) * (high + low), {}, {}}};
  for (int i = 1; i < 3; ++i) h[i] = x[i] + y[i] - D(0.5) * (high - low) * w[i] / size;
  return h;
}

template <class Form>
class ExactDuals : public ::testing::Test {};
TYPED_TEST_SUITE(ExactDuals, AsTypes<ExactForms>, ByName);

/// Scales r lambda_f - v to the radius k, up to the part `off`.
void to_the_edge(Real (&x)[6], Real k, Real off) {
  Real const z[2] = {r * x[4] - x[1], r * x[5] - x[2]}, size = std::hypot(z[0], z[1]);
  for (int i = 0; i < 2; ++i) x[4 + i] = (z[i] * k * (1 + off) / size + x[1 + i]) / r;
}

/// Round-off of about fifty operations on numbers of size one. If an eigenvalue nearly vanishes,
/// the formula loses digits but the code does not; so SocFischerBurmeister is tested without such
/// states.
TYPED_TEST(ExactDuals, AreTheJacobians) {
  constexpr bool spectral = std::is_same_v<TypeParam, SocFischerBurmeister>;
  Dice dice(23);
  int tried = 0;
  for (int i = 0; i < 2000; ++i) {
    Real x[6];
    for (Real& each : x) each = dice.between(-1, 1);
    if (dice.below(3) > 0) x[3] = std::fabs(x[3]);
    Real const mu = dice.between(0.1, 1.2);
    if (dice.below(2) == 0 && x[3] > 0.05 && !spectral)
      to_the_edge(x, r * mu * x[3],
                  std::pow(10., -dice.between(1, 9)) * (dice.below(2) == 0 ? 1 : -1));
    State s{D::variable(x[0], 0),
            {D::variable(x[1], 1), D::variable(x[2], 2)},
            D::variable(x[3], 3),
            {D::variable(x[4], 4), D::variable(x[5], 5)},
            mu};
    auto const expected = formula(TypeParam{}, s);
    ExactLaw law;
    TypeParam{}.linearise({x[0], r, {{x[1], x[2]}, {x[4], x[5]}, x[3], mu, r}}, law);
    SCOPED_TRACE(i);
    ++tried;
    for (int row = treats_whole_contact<TypeParam> ? 0 : 1; row < 3; ++row) {
      EXPECT_NEAR(law.Phi[row], expected[row].x, spectral ? 1e-11 : 1e-13);
      for (int k = 0; k < 3; ++k) {
        Real const size = 1 + std::fabs(expected[row].d[k]) + std::fabs(expected[row].d[3 + k]);
        Real const tolerance = (spectral ? 1e-10 : 1e-12) * size;
        EXPECT_NEAR(law.P[row][k], expected[row].d[k], tolerance);
        EXPECT_NEAR(law.Q[row][k], expected[row].d[3 + k], tolerance);
      }
    }
  }
  EXPECT_EQ(tried, 2000);
}

}  // namespace
}  // namespace orthant::test::exact_duals
