// The exact forms of friction beside their formulas in dual numbers, in general position and close
// to the edge of the cone; the elements that they take where they have no derivative.
#include <gtest/gtest.h>

#include <Eigen/Core>

#include "orthant/constraints/friction/list.hpp"
#include "orthant/core/config/detail/list.hpp"
#include "orthant/tests/collision/dice.hpp"
#include "orthant/tests/dual.hpp"

namespace orthant::test::friction_derivatives {
namespace {

using D = DualNumber<6>;  // by a_n, v, lambda
using Vector6 = Eigen::Matrix<Real, 6, 1>;
using Slope6 = Eigen::Matrix<Real, 3, 6>;
using D3 = Vec<3, D>;

constexpr Real r = 2;

D length(D const& x, D const& y) { return sqrt(x * x + y * y); }

struct State {
  State(Vector6 const& x, Real coefficient)
      : a(variable<6>(x[0], 0)),
        v{variable<6>(x[1], 1), variable<6>(x[2], 2)},
        normal(variable<6>(x[3], 3)),
        friction{variable<6>(x[4], 4), variable<6>(x[5], 5)},
        mu(coefficient) {}
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

/// A form at x; rows that it does not write are zero.
template <class Form>
ExactLaw law_at(Form const& form, Vector6 const& x, Real mu) {
  ExactLaw law;
  form.linearise({x[0], r, {{x[1], x[2]}, {x[4], x[5]}, x[3], mu, r}}, law);
  return law;
}
template <class Form>
Slope6 slope_at(Form const& form, Vector6 const& x) {
  auto const law = law_at(form, x, 0.5);
  Slope6 out;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 6; ++k) out(i, k) = k < 3 ? law.P[i][k] : law.Q[i][k - 3];
  return out;
}

/// Scales r lambda_f - v to the radius k, up to the part `off`.
void to_the_edge(Vector6& x, Real k, Real off) {
  Real const z[2] = {r * x[4] - x[1], r * x[5] - x[2]}, size = std::hypot(z[0], z[1]);
  for (int i = 0; i < 2; ++i) x[4 + i] = (z[i] * k * (1 + off) / size + x[1 + i]) / r;
}

/// Round-off of about fifty operations on numbers of size one. If an eigenvalue nearly vanishes,
/// the formula loses digits but the code does not; so SocFischerBurmeister is tested without such
/// states.
template <class Form>
void expect_formula() {
  constexpr bool spectral = std::is_same_v<Form, SocFischerBurmeister>;
  Dice dice(23);
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(testing::Message() << Form::name << " " << i);
    Vector6 x;
    for (Real& each : x) each = dice.between(-1, 1);
    if (dice.below(3) > 0) x[3] = std::fabs(x[3]);
    Real const mu = dice.between(0.1, 1.2);
    if (dice.below(2) == 0 && x[3] > 0.05 && !spectral)
      to_the_edge(x, r * mu * x[3],
                  std::pow(10., -dice.between(1, 9)) * (dice.below(2) == 0 ? 1 : -1));
    auto const expected = formula(Form{}, State(x, mu));
    auto const law = law_at(Form{}, x, mu);
    for (int row = treats_whole_contact<Form> ? 0 : 1; row < 3; ++row) {
      EXPECT_NEAR(law.Phi[row], expected[row].x, spectral ? 1e-11 : 1e-13);
      for (int k = 0; k < 3; ++k) {
        Real const size = 1 + std::fabs(expected[row].d[k]) + std::fabs(expected[row].d[3 + k]);
        Real const tolerance = (spectral ? 1e-10 : 1e-12) * size;
        EXPECT_NEAR(law.P[row][k], expected[row].d[k], tolerance);
        EXPECT_NEAR(law.Q[row][k], expected[row].d[3 + k], tolerance);
      }
    }
  }
}

TEST(ExactForms, HaveTheDerivativesOfTheirFormulas) {
  for_each_in<FrictionForms>([](auto form) {
    using Form = decltype(form);
    if constexpr (!Form::symmetric && !has_polygon<Form>) expect_formula<Form>();
  });
}

/// At rest with the impulse on the cone: on the verge of sliding.
Vector6 const verge{0, 0, 0, 1, 0.5, 0};

/// Of forms whose element at the edge is a setting, and that need no sliding direction at rest: at
/// either end a limit of Jacobians beside it, and any mixture in between.
template <class Form>
void expect_elements_at_the_edge() {
  Form sticks, slides, between;
  sticks.edge = 1, slides.edge = 0, between.edge = 0.5;
  for (auto const& form : {sticks, slides}) {
    Dice dice(93);
    Real least = 1e300;
    for (int trial = 0; trial < 4000; ++trial) {
      Vector6 y = verge;
      for (Real& each : y) each += 1e-8 * dice.between(-1, 1);
      least = std::min(least, (slope_at(form, y) - slope_at(form, verge)).norm());
    }
    EXPECT_LT(least, 1e-6) << Form::name << form.edge;
  }
  auto const in = slope_at(sticks, verge), out = slope_at(slides, verge);
  EXPECT_LT((slope_at(Form{}, verge) - in).norm(), 1e-15) << Form::name;
  EXPECT_LT((slope_at(between, verge) - 0.5 * (in + out)).norm(), 1e-15) << Form::name;
  EXPECT_GT((in - out).norm(), 0.5) << Form::name;
}

TEST(ExactForms, TakeTheirElementAtTheEdge) {
  for_each_in<FrictionForms>([](auto form) {
    using Form = decltype(form);
    if constexpr (std::derived_from<Form, Disc> || std::is_same_v<Form, Associated>)
      expect_elements_at_the_edge<Form>();
  });
}

TEST(Shift, AtRestIsTheMeanOfTheDirectionsOfSliding) {
  // v/|v| = 0 is the mean of the limits from v and from -v.
  FrictionState there{{0.3e-9, 0.4e-9}, {0, 0}, 1, 0.5, 2};
  auto const forth = shift_slope(there);
  for (Real& v : there.v) v = -v;
  auto const back = shift_slope(there);
  there.v[0] = there.v[1] = 0;
  auto const rest = shift_slope(there);
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) EXPECT_EQ(rest[i][k], 0.5 * (forth[i][k] + back[i][k]));
}

TEST(SocFischerBurmeister, TakesTheKinkOfTheScalarFunctionWhereAnEigenvalueVanishes) {
  // At the apex along all axes; for x = 0 and y on the edge of the cone along one axis.
  for (Vec<2> const& kink : {Vec<2>{{0, 1}}, Vec<2>{{1, 0}}, Vec<2>{{0.4, 0.2}}}) {
    auto const apex = jordan::fischer_burmeister({}, {}, kink);
    auto const edge = jordan::fischer_burmeister({}, {{1, 1, 0}}, kink);
    Vec3 const axis{{std::sqrt(0.5), -std::sqrt(0.5), 0}};
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 3; ++k) {
        EXPECT_NEAR(apex.dy[i][k], i == k ? kink[0] : 0, 1e-15);
        EXPECT_NEAR(apex.dx[i][k], i == k ? kink[1] : 0, 1e-15);
      }
    EXPECT_NEAR(dot(axis, edge.dy * axis), kink[0], 1e-15);
    EXPECT_NEAR(dot(axis, edge.dx * axis), kink[1], 1e-15);
    EXPECT_NEAR(dot({{1, 1, 0}}, edge.dx * Vec3{{1, 1, 0}}), 2, 1e-15);  // x is what vanishes
    EXPECT_NEAR(norm(edge.dy * Vec3{{1, 1, 0}}), 0, 1e-15);
  }
}

TEST(SocFischerBurmeister, KeepsTheDigitsOfWhatIsSmall) {
  // phi along x for y of 1e-12 beside an x of one, inside: phi = y up to |y|^2
  Vec3 const x{{1, 0.3, -0.2}}, y{{3e-12, 1e-12, -2e-12}};
  auto const at = jordan::fischer_burmeister(x, y, {{0, 1}});
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(at.phi[i], y[i], 1e-12 * 1e-11);
  auto const back = jordan::fischer_burmeister(y, x, {{0, 1}});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(at.phi[i], back.phi[i]);
}

}  // namespace
}  // namespace orthant::test::friction_derivatives
