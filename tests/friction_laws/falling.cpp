// A coefficient that falls with the sliding speed, against the scalar equation of a step, and its
// limit motion.
#include <gmock/gmock.h>

#include <cmath>

#include "orthant/core/config/error.hpp"
#include "tests/friction_laws/methods.hpp"

namespace orthant::test::falling {
namespace {

constexpr Real g = 10, at_rest = 0.6, kinetic = 0.4, stribeck = 0.1;
char const* const falls = R"({"static": 0.6, "kinetic": 0.4, "stribeck_speed": 0.1})";

Real coefficient(Real speed, Real exponent = 2) {
  return kinetic + (at_rest - kinetic) * std::exp(-std::pow(speed / stribeck, exponent));
}

Changes with(Changes more, char const* friction = falls) {
  for (char const* body : {"0", "1"})
    more.push_back(std::string("bodies.") + body + ".friction=" + friction);
  return more;
}

/// The root of v = v- + h (a - g mu(v)), v > 0, if it exists; mu falls slowly enough for one root.
Real next(Real v, Real a, Real h, Real exponent = 2) {
  Real low = 0, high = v + h * a;
  auto const beyond = [&](Real x) { return x - v - h * (a - g * coefficient(x, exponent)); };
  if (beyond(0) >= 0) return 0;
  for (int k = 0; k < 200; ++k) {
    Real const middle = 0.5 * (low + high);
    (beyond(middle) < 0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

class FallingSolvers : public testing::TestWithParam<Method> {};

TEST_P(FallingSolvers, SlowsBySteps) {
  Real const h = 0.002;  // g h |mu'| is at most 0.034
  for (Real const heading : {0., 0.7}) {
    Vec3 const s{{std::cos(heading), std::sin(heading), 0}};
    Trial trial(box_on_floor, h, GetParam().settings,
                with({"bodies.1.velocity=" + json(0.25 * s)}));
    Real v = 0.25;
    for (int k = 0; k < 25; ++k) {
      if (!step_or_say(trial, GetParam())) return;
      v = next(v, 0, h);
      expect_near(trial.velocity("box"), v * s, 2e-8);
    }
    EXPECT_GT(v, 0.005);
  }
}
INSTANTIATE_TEST_SUITE_P(Of, FallingSolvers, testing::ValuesIn(solvers_of_coulombs_law()),
                         method_name);

class FallingIntegrators : public testing::TestWithParam<Method> {};

/// v' = -g mu(v), by many short steps; errors fall with h.
TEST_P(FallingIntegrators, TendsToTheMotionOfTheLaw) {
  Real right = 0.25, x = 0;
  int const fine = 20000;
  for (int k = 0; k < fine; ++k) {
    Real const dt = 0.03 / fine, v = right;
    right -= dt * g * coefficient(v - 0.5 * dt * g * coefficient(v));
    x += 0.5 * dt * (v + right);
  }
  Real error[2];
  for (int k = 0; k < 2; ++k) {
    int const steps = 15 << k;
    Trial trial(box_on_floor, 0.03 / steps, GetParam().settings,
                with({"bodies.1.velocity=[0.25,0,0]"}));
    trial.run(steps);
    error[k] = std::fabs(trial.velocity("box")[0] - right);
    EXPECT_NEAR(trial.position("box")[0], x, 0.3 * 0.03 / steps);
  }
  EXPECT_LT(error[0], 2e-3);
  EXPECT_LT(error[1], 0.65 * error[0] + 1e-8);
}

/// Between both coefficients a slope holds a body at rest, but not a moving one.
TEST_P(FallingIntegrators, HoldsAtRestWhatSlidesOnOncePushed) {
  Real const angle = std::atan(0.5), h = 0.005;
  Changes const tilted =
      with({"gravity=" + json({{g * std::sin(angle), 0, -g * std::cos(angle)}})});
  Trial rest(box_on_floor, h, GetParam().settings, tilted);
  rest.run(20);
  EXPECT_LT(norm(rest.velocity("box")), 1e-9);
  auto moving = tilted;
  moving.push_back("bodies.1.velocity=[1,0,0]");
  Trial pushed(box_on_floor, h, GetParam().settings, moving);
  pushed.run(20);
  EXPECT_NEAR(pushed.velocity("box")[0],
              1 + 20 * h * g * (std::sin(angle) - kinetic * std::cos(angle)), 1e-7);
}
INSTANTIATE_TEST_SUITE_P(Of, FallingIntegrators, testing::ValuesIn(methods_of_two_integrators()),
                         method_name);

TEST(Falling, HasTheExponentThatIsGiven) {
  Real const h = 0.002;
  for (Real const exponent : {1., 2.5}) {
    std::string const friction =
        R"({"static": 0.6, "kinetic": 0.4, "stribeck_speed": 0.1, "exponent": )" + json(exponent) +
        "}";
    Trial trial(box_on_floor, h, {}, with({"bodies.1.velocity=[0.25,0,0]"}, friction.c_str()));
    Real v = 0.25;
    for (int k = 0; k < 30; ++k) {
      trial.run(1);
      v = next(v, 0, h, exponent);
      EXPECT_NEAR(trial.velocity("box")[0], v, 1e-8);
    }
  }
}

/// If a step has several solutions, it finds one of them or reports none, but never a motion that
/// is no root of its equation.
TEST(Falling, LongStepsHaveARootOrSayThatTheyHaveNone) {
  int solved = 0;
  for (Real const h : {0.02, 0.05, 0.1})
    for (Real const v : {0.05, 0.2, 0.4, 1.}) {
      Trial trial(box_on_floor, h, {}, with({"bodies.1.velocity=[" + json(v) + ",0,0]"}));
      if (!trial.step().solve.converged()) continue;
      ++solved;
      Real const found = trial.velocity("box")[0];
      Real const miss = found - v + h * g * coefficient(found);
      if (found > 1e-9) {
        EXPECT_NEAR(miss, 0, 1e-8);
      } else {
        EXPECT_LE(v, h * g * at_rest);
      }
    }
  EXPECT_GT(solved, 6);
}

/// Both coefficients are combined by the rule of friction.
TEST(Falling, TwoSurfacesCombineBothCoefficients) {
  Real const h = 0.002;
  for (char const* rule : {"minimum", "geometric_mean"}) {
    Trial trial(box_on_floor, h, {},
                {std::string("bodies.0.friction=") + falls, "bodies.1.friction=0.5",
                 "bodies.1.velocity=[0.25,0,0]",
                 std::string("contact.friction_combination=\"") + rule + "\""});
    bool const least = std::string(rule) == "minimum";
    Real const s = least ? 0.5 : std::sqrt(0.6 * 0.5), k = least ? 0.4 : std::sqrt(0.4 * 0.5);
    trial.run(1);
    Real const v = trial.velocity("box")[0];
    Real const mu = k + (s - k) * std::exp(-std::pow(v / stribeck, 2));
    EXPECT_NEAR(v, 0.25 - h * g * mu, 1e-9);
  }
}

std::string refusal(char const* friction) {
  try {
    Trial(box_on_floor, 0.01, {}, {std::string("bodies.1.friction=") + friction});
  } catch (Error const& error) {
    return error.what();
  }
  return "";
}

TEST(Falling, WrongCoefficientsAreRefused) {
  using testing::HasSubstr;
  EXPECT_THAT(refusal(R"({"static": 0.3, "kinetic": 0.4, "stribeck_speed": 0.1})"),
              HasSubstr("bodies/1/friction/kinetic: found 0.4 beside \"static\" 0.3"));
  EXPECT_THAT(refusal(R"({"static": 0.3, "kinetic": 0.2})"),
              HasSubstr("bodies/1/friction/stribeck_speed"));
  EXPECT_THAT(refusal(R"({"static": 0.3, "kinetic": 0.2, "stribeck_speed": 0})"),
              HasSubstr("bodies/1/friction/stribeck_speed: found 0"));
  EXPECT_THAT(refusal(R"({"static": 0.3, "kinetic": 0.2, "stribeck_speed": 1, "exponent": 0.5})"),
              HasSubstr("bodies/1/friction/exponent: found 0.5"));
  EXPECT_THAT(refusal(R"({"static": 0.3, "kinetic": 0.2, "stribeck_speed": 1, "along": 1})"),
              HasSubstr("along"));
}

}  // namespace
}  // namespace orthant::test::falling
