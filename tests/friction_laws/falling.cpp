// A coefficient that falls with the sliding speed, against the scalar equation of a step, its limit
// motion, and a mass on a moving belt, held by a spring, that sticks and slips alternately.
#include "tests/friction_laws/methods.hpp"

namespace orthant::test::falling {
namespace {

constexpr Real g = 10, at_rest = 0.6, kinetic = 0.4, stribeck = 0.1;
char const* const falls = R"({"static": 0.6, "kinetic": 0.4, "stribeck_speed": 0.1})";

Real coefficient(Real speed, Real exponent = 2) {
  return kinetic + (at_rest - kinetic) * std::exp(-std::pow(speed / stribeck, exponent));
}

Changes with(Changes more, std::string const& friction = falls) {
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
  for (auto const& [heading, exponent] : {std::pair{0., 2.}, {0.7, 2.}, {0., 1.}, {0., 2.5}}) {
    std::string friction = falls;
    friction.replace(friction.size() - 1, 1, ", \"exponent\": " + json(exponent) + "}");
    Vec3 const s{{std::cos(heading), std::sin(heading), 0}};
    Trial trial(box_on_floor, h, GetParam().settings,
                with({"bodies.1.velocity=" + json(0.25 * s)}, friction));
    Real v = 0.25;
    for (int k = 0; k < 25; ++k) {
      if (!step_or_say(trial, GetParam())) return;
      v = next(v, 0, h, exponent);
      expect_near(trial.velocity("body"), v * s, 2e-8);
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
    error[k] = std::fabs(trial.velocity("body")[0] - right);
    EXPECT_NEAR(trial.position("body")[0], x, 0.3 * 0.03 / steps);
  }
  EXPECT_LT(error[0], 2e-3);
  EXPECT_LT(error[1], 0.65 * error[0] + 1e-8);
}
INSTANTIATE_TEST_SUITE_P(Of, FallingIntegrators, testing::ValuesIn(methods_of_two_integrators()),
                         method_name);

/// If a step has several solutions, it finds one of them or reports none, but never a motion that
/// is no root of its equation.
TEST(Falling, LongStepsHaveARootOrSayThatTheyHaveNone) {
  int solved = 0;
  for (Real const h : {0.02, 0.05, 0.1})
    for (Real const v : {0.05, 0.2, 0.4, 1.}) {
      Trial trial(box_on_floor, h, {}, with({"bodies.1.velocity=[" + json(v) + ",0,0]"}));
      if (!trial.step().solve.converged()) continue;
      ++solved;
      Real const found = trial.velocity("body")[0];
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
    Real const v = trial.velocity("body")[0];
    Real const mu = k + (s - k) * std::exp(-std::pow(v / stribeck, 2));
    EXPECT_NEAR(v, 0.25 - h * g * mu, 1e-9);
  }
}

std::string refusal(char const* friction) {
  return refusal_of(box_on_floor, {std::string("bodies.1.friction=") + friction});
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

constexpr Real stiffness = 100, belt_speed = 0.1;  // of 1 kg

/// It moves with the belt until the spring pulls with mu_s m g, and then slips:
///   m x'' = mu_k m g - k x
/// from x = mu_s m g/k and x' = V until x' = V again. With A = (mu_s - mu_k) m g/k and w^2 = k/m
/// that takes (2/w) (pi - atan(A w/V)), ends 2 A further back, and leaves 2 A/V of sticking.
Real period_of_sharp_fall() {
  Real const w = std::sqrt(stiffness), A = (at_rest - kinetic) * g / stiffness;
  return 2 * A / belt_speed + 2 / w * (pi - std::atan(A * w / belt_speed));
}

/// The period between two maxima of x.
Real period(Real width, Real h, Settings const& settings = {}) {
  std::string const friction =
      R"({"static": 0.6, "kinetic": 0.4, "stribeck_speed": )" + json(width) + "}";
  Trial trial(R"({
    "gravity": [0, 0, -10],
    "bodies": [
      {"name": "belt", "motion": "kinematic", "velocity": [0.1, 0, 0],
       "shapes": [{"type": "half_space"}]},
      {"name": "mass", "mass": 1, "inertia": [1e12, 1e12, 1e12], "position": [0, 0, 0.1],
       "velocity": [0.1, 0, 0], "shapes": [{"type": "sphere", "radius": 0.1}]}],
    "joints": [{"type": "strut", "b": "mass", "point_a": [-1, 0, 0.1], "point_b": [0, 0, 0.1],
                "spring": {"stiffness": 100}}]})",
              h, settings, {"bodies.0.friction=" + friction, "bodies.1.friction=" + friction});
  Real last = 0;
  std::vector<Real> turns;
  for (int i = 1; turns.size() < 3 && i * h < 3; ++i) {
    EXPECT_TRUE(trial.step().solve.converged());
    Real const v = trial.velocity("mass")[0];
    if (last > 0 && v <= 0) turns.push_back((i - v / (v - last)) * h);
    last = v;
  }
  return turns.size() < 3 ? 0 : turns[2] - turns[1];
}

TEST(StickSlip, HasThePeriodOfItsClosedFormAsTheFallGetsSharp) {
  Real const right = period_of_sharp_fall();
  Real const wide = period(4e-3, 5e-4) - right, sharp = period(1e-3, 2e-4) - right;
  EXPECT_GT(wide, 0);
  EXPECT_LT(std::fabs(sharp), 0.015 * right);
  EXPECT_LT(std::fabs(sharp), 0.5 * wide);
}

}  // namespace
}  // namespace orthant::test::falling
