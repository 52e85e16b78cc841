// The measures of a step on states computed by hand; each measure also sees a wrong state.
#include <gtest/gtest.h>

#include "orthant/core/metrics/measure.hpp"
#include "orthant/tests/built_rows.hpp"

namespace orthant::test {
namespace {

/// A body of 2 kg that touches a floor at its centre, with mu = 1/2: r = 1/m = 1/2 [1/kg].
class OneContact : public ::testing::Test {
 protected:
  static BlockSpec touching() {
    BlockSpec block;
    block.body[1] = 0;
    block.law = Law::coulomb;
    block.mu = 0.5;
    block.J[0][1][2] = block.J[1][1][0] = block.J[2][1][1] = 1;  // z, x, y
    return block;
  }

  OneContact()
      : built({1, 1, {touching()}}),
        body("orthant::test", 1),
        pose("orthant::test", 1),
        start("orthant::test", 1),
        twist("orthant::test", 1),
        free("orthant::test", 1),
        out("orthant::test", 1) {
    body(0).mass = 2;
    body(0).gravity = {{0, 0, -10}};
    body(0).inertia_B = diagonal({{1, 2, 3}});
    body(0).inverse_inertia_B = diagonal({{1, 1. / 2, 1. / 3}});
    built.inverse_mass(0) = inverse_mass(body(0), {});
  }

  void set(Vec3 const& impulse, Vec3 const& value) {
    for (int i = 0; i < 3; ++i) {
      built.rows.impulse(i) = impulse[i];
      built.rows.value(i) = value[i];
    }
  }
  Measures measure() {
    each_world(
        Space(), 1,
        MeasureWorld<Space>{
            {built.rows, built.inverse_mass, free}, body, violation, pose, start, twist, out, h});
    return out(0);
  }

  Real const h = 0.01;
  BuiltRows built;
  Array<Space, Body*> body;
  Array<Space, Real*> violation{"orthant::test", 3};
  Array<Space, Pose<>*> pose, start;
  Array<Space, Twist*> twist, free;
  Array<Space, Measures*> out;
};

constexpr Real any = std::numeric_limits<Real>::quiet_NaN();

TEST_F(OneContact, HasTheErrorsThatAreComputedByHand) {
  Real const off = std::sqrt(0.8 * 0.8 + 1.6 * 1.6);  // of (2, 3) from (2.8, 1.4)
  struct {
    char const* what;
    Real mu;
    Vec3 impulse, value;
    Real ncp, map, cone, dual, complementarity;
  } const cases[] = {
      {"sticks", 0.5, {{6, 2, -1}}, {}, 0, 0, 0, 0, 0},
      {"slides, opposite to v", 0.5, {{6, -1.8, 2.4}}, {{0, 0.3, -0.4}}, 0, 0, 0, 0, 0},
      {"separated", 0.5, {}, {{0.7, 3, 1}}, 0, 0, 0, 0, 0},
      {"grazes", 0.5, {}, {}, 0, 0, 0, 0, 0},
      {"separated, without friction", 0, {}, {{1, 0, 0}}, 0, 0, 0, 0, 0},
      {"pulls, without friction", 0, {{-2, 0, 0}}, {}, any, any, 1, any, any},
      {"outside the cone", 0.5, {{2, 3, 0}}, {}, any, 0.5 * off, off / std::sqrt(13.), any, 0},
      {"drives", 0.5, {{6, 3, 0}}, {{0, 0.4, 0}}, any, std::sqrt(0.2), 0, 0, 6 * 0.2 + 3 * 0.4},
      {"too weak", 0.5, {{6, -1, 0}}, {{0, 0.4, 0}}, any, any, any, any, 6 * 0.2 - 0.4},
      {"approaches", 0.5, {}, {{-0.2, 0, 0}}, 0.2, 0.2, any, 0.2, any},
      {"pulls", 0.5, {{-4, 0, 0}}, {}, 0.5 * 4, any, 1, any, any},  // r lambda
      {"carries and separates", 0.5, {{4, 0, 0}}, {{0.3, 0, 0}}, 0.3, any, any, any, 1.2}};
  for (auto const& c : cases) {
    built.rows.friction(0) = c.mu;
    set(c.impulse, c.value);
    auto const m = measure();
    for (auto const& [found, expected] : {std::pair{m.ncp_residual, c.ncp},
                                          {m.natural_map, c.map},
                                          {m.cone_violation, c.cone},
                                          {m.dual_violation, c.dual},
                                          {m.complementarity, c.complementarity}})
      EXPECT_TRUE(std::isnan(expected) || std::fabs(found - expected) <= 1e-15)
          << c.what << ": " << found << ", not " << expected;
  }
}

TEST_F(OneContact, EnergyAndMomentaOfAMovingBody) {
  pose(0).p_WB = {{0, 3, 5}};
  twist(0) = {{1, 2, 3, 4, 5, 6}};
  auto const m = measure();
  EXPECT_NEAR(m.kinetic, 0.5 * (2 * 14 + 16 + 2 * 25 + 3 * 36), 1e-13);
  EXPECT_NEAR(m.potential, 2 * 10 * 5, 1e-13);
  EXPECT_NEAR(m.speed, std::sqrt(14.), 1e-15);
  EXPECT_NEAR(m.drift, std::sqrt(34.), 1e-15);
  // x cross m v + I w = (0,3,5) x (2,4,6) + (4,10,18)
  Vec3 const L{{3 * 6 - 5 * 4 + 4, 5 * 2 + 10, -3 * 2 + 18}}, p{{2, 4, 6}};
  EXPECT_LT(norm(m.momentum - p), 1e-14);
  EXPECT_LT(norm(m.angular_momentum - L), 1e-14);
}

/// The mass is 2 kg, the inertia about y 2 kg m^2, and no row rotates the body.
TEST_F(OneContact, MomentumThatNoImpulseExplainsIsSeen) {
  set({{6, 2, -1}}, {{0, 0, 0}});
  free(0) = {{-1, 0.5, -3, 3, 0, 4}};
  for (auto const& [linear, angular] : {std::pair{0., 0.}, {0.25, 0.}, {0., 0.25}}) {
    twist(0) = {{0, 0, linear, 3, angular, 4}};
    auto const m = measure();
    EXPECT_NEAR(m.momentum_balance, 2 * linear, 1e-15);
    EXPECT_NEAR(m.momentum_balance_angular, 2 * angular, 1e-15);
    EXPECT_NEAR(m.spin, std::sqrt(25 + angular * angular), 1e-15);
  }
}

TEST_F(OneContact, ABodyThatDoesNotReactHasNoPartInAnySum) {
  body(0) = {};
  built.inverse_mass(0) = {};
  twist(0) = {{1, 2, 3, 4, 5, 6}};
  pose(0).p_WB = {{1, 0, 0}};
  auto const m = measure();
  EXPECT_EQ(m.kinetic + m.potential + m.speed + m.drift + norm(m.momentum), 0);
}

TEST_F(OneContact, OverlapsAreTheDeepestOfTheWorld) {
  Array<Space, Contact*> const contact("orthant::test", 3);
  contact(0).gap = 0.5;
  contact(1).gap = -0.02;
  contact(2).gap = -0.01;
  auto const offset = to_device<Space>("orthant::test", std::vector<int>{0, 3});
  out(0) = {};
  each_world(Space(), 1, MeasurePenetration<Space>{{3, contact, offset}, out});
  EXPECT_EQ(out(0).penetration, 0.02);
}

TEST(JointMeasures, AreTheWorstRowInMetresAndRadians) {
  BlockSpec linear, angular;
  linear.body[1] = angular.body[1] = 0;
  angular.rows = 2;
  BuiltRows built(1, 1, {linear, angular});
  Real const h = 0.01, value[] = {0.1, -0.4, 0.2, -0.7, 0.3};  // [m/s], [rad/s]
  Array<Space, Real*> const violation("orthant::test", 5);
  for (int i = 0; i < 5; ++i) {
    violation(i) = h * value[i];
    built.rows.angular(i) = i >= 3;
  }
  Array<Space, Body*> const body("orthant::test", 1);
  Array<Space, Pose<>*> const pose("orthant::test", 1);
  Array<Space, Twist*> const twist("orthant::test", 1);
  Array<Space, Measures*> const out("orthant::test", 1);
  each_world(
      Space(), 1,
      MeasureWorld<Space>{
          {built.rows, built.inverse_mass, twist}, body, violation, pose, pose, twist, out, h});
  EXPECT_NEAR(out(0).joint_error, 0.4 * h, 1e-17);
  EXPECT_NEAR(out(0).joint_error_angular, 0.7 * h, 1e-17);
}

}  // namespace
}  // namespace orthant::test
