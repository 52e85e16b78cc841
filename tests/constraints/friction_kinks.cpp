// The elements that forms of friction take where they have no derivative, and their digits there.
#include <Eigen/Core>

#include "orthant/tests/collision/dice.hpp"
#include "orthant/tests/conformance/types.hpp"
#include "tests/constraints/form_lists.hpp"

namespace orthant::test::friction_kinks {
namespace {

using Vector6 = Eigen::Matrix<Real, 6, 1>;

/// a_n, v and lambda of a contact in one vector.
ContactRows contact(Vector6 const& x, Real mu) {
  Real const r = 2;
  return {x[0], r, {{x[1], x[2]}, {x[4], x[5]}, x[3], mu, r}};
}

/// (P, Q) of a form at x; rows that it does not write are zero.
using Slope6 = Eigen::Matrix<Real, 3, 6>;
template <class Form>
Slope6 slope_at(Form const& form, Vector6 const& x) {
  ExactLaw law;
  form.linearise(contact(x, 0.5), law);
  Slope6 out;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < 3; ++k) {
      out(i, k) = law.P[i][k];
      out(i, 3 + k) = law.Q[i][k];
    }
  return out;
}

/// At rest with the impulse on the cone.
Vector6 const verge{0, 0, 0, 1, 0.5, 0};

/// The smallest distance of `slope` from the Jacobian at a state within `width` of x.
template <class Form>
Real distance_to_nearby(Form const& form, Slope6 const& slope, Vector6 const& x, Real width) {
  Dice dice(93);
  Real least = 1e300;
  for (int trial = 0; trial < 4000; ++trial) {
    Vector6 y = x;
    for (Real& each : y) each += width * dice.between(-1, 1);
    least = std::min(least, (slope_at(form, y) - slope).norm());
  }
  return least;
}

template <class Form>
class ProjectedForm : public ::testing::Test {};
TYPED_TEST_SUITE(ProjectedForm, AsTypes<ProjectedForms>, ByName);

/// On the verge of sliding.
TYPED_TEST(ProjectedForm, AtTheEdgeTheElementIsALimitOfJacobians) {
  for (Real const edge : {0., 1.}) {
    TypeParam form;
    form.edge = edge;
    EXPECT_LT(distance_to_nearby(form, slope_at(form, verge), verge, 1e-8), 1e-6) << edge;
  }
}

TYPED_TEST(ProjectedForm, BetweenTheTwoAnyMixtureCanBeChosen) {
  TypeParam between, sticks, slides;
  between.edge = 0.5;
  slides.edge = 0;
  auto const in = slope_at(sticks, verge), out = slope_at(slides, verge);
  EXPECT_LT((slope_at(between, verge) - 0.5 * (in + out)).norm(), 1e-15);
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
}  // namespace orthant::test::friction_kinks
