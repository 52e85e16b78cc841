// Forms of friction with exact Jacobians: zero residual at solutions of Coulomb's law, and
// Jacobians equal to the derivatives of the residual.
#include <Eigen/Dense>

#include "constraints/ncp/ncp_value.hpp"
#include "tests/collision/dice.hpp"
#include "tests/constraints/form_lists.hpp"
#include "tests/constraints/slope.hpp"
#include "tests/constraints/types.hpp"

namespace orthant::test::exact_forms {
namespace {

using Vector6 = Eigen::Matrix<Real, 6, 1>;

/// a_n, v and lambda of a contact in one vector.
ContactRows contact(Vector6 const& x, Real mu) {
  Real const r = 2;
  return {x[0], r, {{x[1], x[2]}, {x[4], x[5]}, x[3], mu, r}};
}

struct Law3 {
  Eigen::Vector3d Phi, residual;
  Eigen::Matrix<Real, 3, 6> slope;  // (P, Q)
};

/// Rows that the form does not write are zero.
template <class Form>
Law3 linearised(Form const& form, ContactRows const& at) {
  ExactLaw law;
  form.linearise(at, law);
  if constexpr (!treats_whole_contact<Form>) friction_residual(at.friction, law);
  Law3 out;
  for (int i = 0; i < 3; ++i) {
    out.Phi[i] = law.Phi[i];
    out.residual[i] = law.residual[i];
    for (int k = 0; k < 3; ++k) {
      out.slope(i, k) = law.P[i][k];
      out.slope(i, 3 + k) = law.Q[i][k];
    }
  }
  return out;
}

template <class Form>
class ExactForm : public ::testing::Test {
 protected:
  static constexpr Real half = 0.5, weight = 2;
  static constexpr bool associated = std::is_same_v<Form, Associated>;

  /// A state that slides at `speed` under lambda_n, or sticks within the cone; a sliding contact of
  /// the associated law also separates.
  static Vector6 slides(Real speed, Real angle, Real normal) {
    Real const c = std::cos(angle), s = std::sin(angle), f = -half * normal;
    return {associated ? half * speed : 0, speed * c, speed * s, normal, f * c, f * s};
  }
  static Vector6 sticks(Real part, Real angle, Real normal) {
    Real const f = part * half * normal;
    return {0, 0, 0, normal, f * std::cos(angle), f * std::sin(angle)};
  }
  static void expect_solution(Vector6 const& x, Real coefficient = half) {
    auto const law = linearised(Form{}, contact(x, coefficient));
    EXPECT_LE(law.Phi.norm(), 4e-15 * weight * x.norm()) << x.transpose();
    EXPECT_LE(law.residual.norm(), 4e-15 * weight * x.norm()) << x.transpose();
  }
};
TYPED_TEST_SUITE(ExactForm, AsTypes<ExactForms>, ByName);

TYPED_TEST(ExactForm, IsZeroAtSolutions) {
  for (Real const normal : {1e-6, 1., 1e6})
    for (Real const angle : {0., 0.3, 1.7, 3.9}) {
      for (Real const part : {0., 0.2, 0.999999})
        this->expect_solution(this->sticks(part, angle, normal));
      for (Real const speed : {1e-6, 0.3, 1., 1e3})
        this->expect_solution(this->slides(speed * normal, angle, normal));
    }
}

TYPED_TEST(ExactForm, IsZeroWhereTheContactParts) {
  for (Real const gap : {1e-6, 1., 1e3})  // fast enough for the law without a shift too
    for (Real const speed : {0., 1e-6, 1.})
      this->expect_solution({gap, speed * gap, 0.5 * speed * gap, 0, 0, 0});
}

TYPED_TEST(ExactForm, HasNoFrictionWithoutACoefficient) {
  this->expect_solution({0, 2, 0.4, 3, 0, 0}, 0);
  this->expect_solution({1, 2, 0.4, 0, 0, 0}, 0);
  auto const law = linearised(TypeParam{}, contact({0, 2, 0.4, 3, 0.1, 0}, 0));
  EXPECT_NEAR(law.Phi[1], 0.2, 1e-15);
  EXPECT_NEAR(law.slope(1, 4), 2, 1e-15);
  EXPECT_NEAR(law.slope(1, 1), 0, 1e-15);
}

TYPED_TEST(ExactForm, IsNotZeroElsewhere) {
  Real const push = this->half;
  for (Vector6 const& x :
       {Vector6{0, 0.5, 0, 1, push, 0}, Vector6{0, 0.5, 0, 1, 0, 0},
        Vector6{0, 0.5, 0, 1, -0.6 * push, 0}, Vector6{0, 0, 0, 1, 1.2 * push, 0},
        Vector6{0, 0.5, 0, 1, 0, push}, Vector6{0, 0, 0, 0, 0.3, 0}}) {
    auto const law = linearised(TypeParam{}, contact(x, this->half));
    EXPECT_GT(law.Phi.norm(), 0.01) << x.transpose();
    EXPECT_GT(law.residual.norm(), 0.01) << x.transpose();
  }
}

TYPED_TEST(ExactForm, DerivativesAreTheSlopesWhereverThereAreSome) {
  Dice dice(91);
  int smooth = 0, all = 0;
  for (int trial = 0; trial < 300; ++trial) {
    Vector6 x;
    for (Real& each : x) each = dice.between(-1, 1);
    if (dice.below(3) > 0) x[3] = std::fabs(x[3]);
    Real const mu = dice.between(0.1, 1.2);
    SCOPED_TRACE(::testing::Message() << trial << ": " << x.transpose() << ", mu " << mu);
    auto const law = linearised(TypeParam{}, contact(x, mu));
    for (int k = 0; k < 6; ++k)
      for (int i = 0; i < 3; ++i) {
        auto const along = [&](Real t) {
          Vector6 y = x;
          y[k] = t;
          return linearised(TypeParam{}, contact(y, mu)).Phi[i];
        };
        auto const d = slope(along, x[k], 0.02);
        ++all;
        if (!(d.error < 1e-10)) continue;  // a kink, or a large curvature, within the width
        ++smooth;
        EXPECT_NEAR(law.slope(i, k), d.value, 1e-10) << i << " by " << k;
      }
  }
  EXPECT_GT(smooth, 0.75 * all);
}

TYPED_TEST(ExactForm, TheDerivativesAreThoseOfAStepDownToTheSmallestNumbers) {
  // Homogeneous: the same derivatives in any unit of speed; powers of two.
  Dice dice(92);
  for (int trial = 0; trial < 100; ++trial) {
    Vector6 x;
    for (Real& each : x) each = dice.between(-1, 1);
    auto const here = linearised(TypeParam{}, contact(x, 0.5));
    for (Real const s : {0x1p-300, 0x1p300}) {
      auto const there = linearised(TypeParam{}, contact(s * x, 0.5));
      EXPECT_LE((there.Phi / s - here.Phi).norm(), 1e-14);
      EXPECT_LE((there.slope - here.slope).norm(), 1e-12);
    }
  }
}

/// The smallest distance of `slope` from the Jacobian at a state within `width` of x.
template <class Form>
Real distance_to_nearby(Form const& form, Law3 const& law, Vector6 const& x, Real width) {
  Dice dice(93);
  Real least = 1e300;
  for (int trial = 0; trial < 4000; ++trial) {
    Vector6 y = x;
    for (Real& each : y) each += width * dice.between(-1, 1);
    auto const near = linearised(form, contact(y, 0.5));
    least = std::min(least, (near.slope - law.slope).norm());
  }
  return least;
}

template <class Form>
class ProjectedForm : public ExactForm<Form> {};
TYPED_TEST_SUITE(ProjectedForm, AsTypes<ProjectedForms>, ByName);

/// On the verge of sliding: at rest with the impulse on the cone.
TYPED_TEST(ProjectedForm, AtTheEdgeTheElementIsALimitOfJacobians) {
  Vector6 const x = this->sticks(1, 0, 1);
  for (Real const edge : {0., 1.}) {
    TypeParam form;
    form.edge = edge;
    EXPECT_LT(distance_to_nearby(form, linearised(form, contact(x, 0.5)), x, 1e-8), 1e-6) << edge;
  }
}

TYPED_TEST(ProjectedForm, BetweenTheTwoAnyMixtureCanBeChosen) {
  auto const at = contact(this->sticks(1, 0, 1), 0.5);
  TypeParam between, sticks, slides;
  between.edge = 0.5;
  slides.edge = 0;
  auto const in = linearised(sticks, at).slope, out = linearised(slides, at).slope;
  EXPECT_LT((linearised(between, at).slope - 0.5 * (in + out)).norm(), 1e-15);
  EXPECT_GT((in - out).norm(), 0.5);
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
}  // namespace orthant::test::exact_forms
