// Springs, dampers, limits, dry friction and motors along every coordinate of every joint: closed
// forms of the discrete equations.
#include "tests/joints/one_coordinate.hpp"

namespace orthant::test {
namespace {

/// Rows are accurate to 1e-12 m/s, times masses of some kilograms and stiffnesses times h of up to
/// 10 N s/m.
constexpr Real tolerance = 1e-10;

class EveryCoordinate : public testing::TestWithParam<Coordinate> {};
INSTANTIATE_TEST_SUITE_P(All, EveryCoordinate, testing::ValuesIn(every_coordinate()),
                         [](auto const& test) { return name_of(test); });

TEST_P(EveryCoordinate, ASpringAndADamperPullByTheirLawAtTheEndOfTheStep) {
  for (auto const& [K, D] : {std::pair{200., 0.}, {0., 3.}, {200., 3.}, {1e5, 1.}}) {
    Real const rest = start_of(GetParam()) + 0.4;
    OneCoordinate one(GetParam(), {{"spring", {{"stiffness", K}, {"damping", D}, {"rest", rest}}}},
                      2);
    for (int k = 0; k < 100; ++k) {
      one.step();
      Real const expected = -one.h() * (K * (one.c() - rest) + D * one.w());
      EXPECT_NEAR(one.impulse(), expected, tolerance * (1 + K * one.h() * one.h()))
          << K << " " << D;
      EXPECT_NEAR(one.reaction(), expected / one.h(), tolerance * (1 + K) / one.h());
    }
  }
}

TEST_P(EveryCoordinate, ASpringRestsWhereItIsPlacedUnlessItIsSaid) {
  OneCoordinate one(GetParam(), {{"spring", {{"stiffness", 50}}}});
  one.step();
  EXPECT_NEAR(one.w(), 0, tolerance);
}

/// Turns of angles are counted: a weak spring is wound up by four turns, and unwinds.
TEST_P(EveryCoordinate, AnglesAreCountedOverTurns) {
  if (!GetParam().is_angular) GTEST_SKIP() << "a length";
  Real const K = 0.01;
  OneCoordinate one(GetParam(), {{"spring", {{"stiffness", K}}}}, 4.6);
  Real most = 0;
  for (int k = 0; k < 1200; ++k) {
    one.step();
    most = std::max(most, one.c());
    EXPECT_NEAR(one.impulse(), -one.h() * K * one.c(), tolerance);
  }
  EXPECT_GT(most, 8 * M_PI);
  EXPECT_LT(one.c(), most - 1);
}

TEST_P(EveryCoordinate, LimitsStopExactlyAtTheirEnds) {
  Real const start = start_of(GetParam()), lower = start - 0.033, upper = start + 0.036;
  for (Real const force : {20., -20.}) {
    OneCoordinate one(GetParam(), {{"limits", {{"lower", lower}, {"upper", upper}}}}, 0, force);
    for (int k = 0; k < 60; ++k) {
      one.step(force);
      EXPECT_GE(one.c(), lower - tolerance);
      EXPECT_LE(one.c(), upper + tolerance);
      auto const m = one.simulation().measure()[0];
      EXPECT_LE(std::max(m.joint_error, m.joint_error_angular), tolerance);
    }
    EXPECT_NEAR(one.c(), force < 0 ? lower : upper, tolerance);
    EXPECT_NEAR(one.impulse(), -one.h() * force, tolerance);
  }
}

TEST_P(EveryCoordinate, ASoftLimitYieldsByItsCompliance) {
  Real const C = 1e-3, D = 5, force = 10, upper = start_of(GetParam()) + 0.02;
  OneCoordinate one(GetParam(), {{"limits", {{"upper", upper}, {"compliance", C}, {"damping", D}}}},
                    0, force);
  int touching = 0;
  for (int k = 0; k < 300; ++k) {
    one.step(force);
    Real const push = -one.impulse() / one.h();  // >= 0; C (push - D dc/dt) = excess
    Real const a = upper - one.c() + C * (push - D * one.w());
    EXPECT_GE(push, -tolerance / one.h());
    EXPECT_GE(a, -tolerance);
    EXPECT_NEAR(std::min(a, C * push), 0, tolerance);
    touching += push > 1e-6;
  }
  EXPECT_GT(touching, 10);
}

TEST_P(EveryCoordinate, DryFrictionSticksBelowItsForceAndSlidesAbove) {
  Real const F = 3;
  for (Real const force : {2.9, -2.9}) {
    OneCoordinate one(GetParam(), {{"friction", F}}, 0, force);
    for (int k = 0; k < 10; ++k) {
      one.step(force);
      EXPECT_NEAR(one.w(), 0, tolerance);
      EXPECT_NEAR(one.impulse(), -one.h() * force, tolerance);
    }
  }
  for (Real const force : {3.5, -3.5}) {
    OneCoordinate one(GetParam(), {{"friction", F}}, 0, force);
    for (int k = 1; k <= 10; ++k) {
      one.step(force);
      EXPECT_NEAR(one.w(), k * one.h() * (force > 0 ? force - F : force + F) / one.M(), tolerance);
    }
  }
  OneCoordinate one(GetParam(), {{"friction", F}}, 0.1);  // comes to rest and stays there
  for (int k = 0; k < 20; ++k) one.step();
  EXPECT_NEAR(one.w(), 0, tolerance);
}

Json const swinging = {
    {"offset", 0.1}, {"rate", 0.2}, {"amplitude", 0.3}, {"frequency", 1.5}, {"phase", 0.7}};

Real wanted(Real t) { return 0.1 + 0.2 * t + 0.3 * std::sin(2 * M_PI * 1.5 * t + 0.7); }
Real wanted_rate(Real t) { return 0.2 + 0.3 * 2 * M_PI * 1.5 * std::cos(2 * M_PI * 1.5 * t + 0.7); }

TEST_P(EveryCoordinate, APositionMotorIsAnImplicitControllerOfTheFunctionOfTime) {
  Real const kp = 300, kd = 4, start = start_of(GetParam());
  Json motion = swinging;
  motion["offset"] = 0.1 + start;
  OneCoordinate one(
      GetParam(), {{"motor", {{"type", "position"}, {"kp", kp}, {"kd", kd}, {"target", motion}}}});
  for (int k = 0; k < 50; ++k) {
    one.step();
    Real const e = one.c() - start - wanted(one.t()), rate = one.w() - wanted_rate(one.t());
    EXPECT_NEAR(one.impulse(), -one.h() * (kp * e + kd * rate), tolerance);
  }
}

TEST_P(EveryCoordinate, AVelocityMotorPullsByItsGainOrKeepsItsSpeed) {
  Real const kd = 4;
  OneCoordinate soft(GetParam(),
                     {{"motor", {{"type", "velocity"}, {"kd", kd}, {"target", swinging}}}});
  OneCoordinate rigid(GetParam(), {{"motor", {{"type", "velocity"}, {"target", swinging}}}}, 1);
  for (int k = 0; k < 50; ++k) {
    soft.step();
    EXPECT_NEAR(soft.impulse(), -soft.h() * kd * (soft.w() - wanted(soft.t())), tolerance);
    rigid.step();
    EXPECT_NEAR(rigid.w(), wanted(rigid.t()), tolerance);
  }
}

TEST_P(EveryCoordinate, APrescribedMotionIsFollowed) {
  Json motion = swinging;
  Real const start = start_of(GetParam());
  motion["offset"] = 0.1 + start;
  OneCoordinate one(GetParam(), {{"motor", {{"type", "prescribed"}, {"target", motion}}}});
  for (int k = 0; k < 50; ++k) {
    one.step();
    EXPECT_NEAR(one.c(), start + wanted(one.t()), tolerance);
    auto const m = one.simulation().measure()[0];
    EXPECT_LE(std::max(m.joint_error, m.joint_error_angular), tolerance);
    EXPECT_NEAR(one.reaction(), one.impulse() / one.h(), tolerance / one.h());
  }
}

/// The available effort, towards the target; then the target is reached.
TEST_P(EveryCoordinate, APrescribedMotionHasNoMoreThanItsEffort) {
  Real const most = 0.5, target = start_of(GetParam()) + 0.03;
  for (auto const& [type, goal] : {std::pair{"prescribed", target}, {"velocity", 0.02}}) {
    OneCoordinate one(GetParam(),
                      {{"motor", {{"type", type}, {"target", goal}, {"max_effort", most}}},
                       {"spring", {{"damping", 5}}}});
    for (int k = 0; k < 400; ++k) {
      one.step();
      Real const effort = one.impulse() / one.h() + 5 * one.w();
      Real const error = (goal == target ? one.c() : one.w()) - goal;
      EXPECT_LE(std::abs(effort), most + tolerance / one.h());
      if (std::abs(error) < 1e-8) continue;
      EXPECT_NEAR(effort, error > 0 ? -most : most, tolerance / one.h()) << k;
    }
    EXPECT_NEAR(goal == target ? one.c() : one.w(), goal, tolerance);
  }
}

/// A drive that yields has the force of its law, or the largest effort where that is more.
TEST_P(EveryCoordinate, ADriveSaturatesAtItsEffort) {
  Real const most = 0.5, kp = 30, kd = 8, goal = start_of(GetParam()) + 0.3;
  Json const position = {
      {"type", "position"}, {"kp", kp}, {"kd", kd}, {"target", goal}, {"max_effort", most}};
  Json const velocity = {{"type", "velocity"}, {"kd", kd}, {"target", 0.3}, {"max_effort", most}};
  for (Json const& motor : {position, velocity}) {
    bool const holds = motor == position;
    OneCoordinate one(GetParam(), {{"motor", motor}});
    int saturated = 0;
    for (int k = 0; k < 1000; ++k) {
      one.step();
      Real const wish = holds ? -kp * (one.c() - goal) - kd * one.w() : -kd * (one.w() - 0.3);
      EXPECT_NEAR(one.impulse(), one.h() * std::clamp(wish, -most, most), tolerance) << k;
      EXPECT_NEAR(one.reaction(), one.impulse() / one.h(), tolerance / one.h());
      saturated += std::abs(wish) > most;
    }
    EXPECT_GE(saturated, 2);
    EXPECT_NEAR(holds ? one.c() : one.w(), holds ? goal : 0.3, 1e-3);
  }
}

/// By its mean over the step, from the integral of the curve.
TEST_P(EveryCoordinate, AGivenForceActsAndIsReported) {
  OneCoordinate one(GetParam(), {{"motor", {{"type", "force"}, {"value", swinging}}}});
  auto const integral = [](Real t) {
    Real const w = 2 * M_PI * 1.5;
    return 0.1 * t + 0.1 * t * t - 0.3 / w * std::cos(w * t + 0.7);
  };
  for (int k = 0; k < 50; ++k) {
    Real const start = one.t();
    one.step();
    Real const impulse = integral(one.t()) - integral(start);
    EXPECT_NEAR(one.impulse(), impulse, tolerance);
    EXPECT_NEAR(one.reaction(), impulse / one.h(), tolerance / one.h());
  }
}

}  // namespace
}  // namespace orthant::test
