// A mass on a moving belt, held by a spring, with falling friction: it sticks and slips
// alternately.
#include <cmath>

#include "tests/friction_laws/methods.hpp"

namespace orthant::test::stick_slip {
namespace {

constexpr Real g = 10, at_rest = 0.6, kinetic = 0.4, k = 100, speed = 0.1;  // of 1 kg

/// It moves with the belt until the spring pulls with mu_s m g, and then slips:
///   m x'' = mu_k m g - k x
/// from x = mu_s m g/k and x' = V until x' = V again. With A = (mu_s - mu_k) m g/k and w^2 = k/m
/// that takes (2/w) (pi - atan(A w/V)), ends 2 A further back, and leaves 2 A/V of sticking.
Real period_of_sharp_fall() {
  Real const w = std::sqrt(k), A = (at_rest - kinetic) * g / k;
  return 2 * A / speed + 2 / w * (pi - std::atan(A * w / speed));
}

/// The period between two maxima of x.
Real period(Real stribeck, Real h, Settings const& settings = {}) {
  std::string const falls =
      R"({"static": 0.6, "kinetic": 0.4, "stribeck_speed": )" + json(stribeck) + "}";
  Trial trial(R"({
    "gravity": [0, 0, -10],
    "bodies": [
      {"name": "belt", "motion": "kinematic", "velocity": [0.1, 0, 0],
       "shapes": [{"type": "half_space"}]},
      {"name": "mass", "mass": 1, "inertia": [1e12, 1e12, 1e12], "position": [0, 0, 0.1],
       "velocity": [0.1, 0, 0], "shapes": [{"type": "sphere", "radius": 0.1}]}],
    "joints": [{"type": "strut", "b": "mass", "point_a": [-1, 0, 0.1], "point_b": [0, 0, 0.1],
                "spring": {"stiffness": 100}}]})",
              h, settings, {"bodies.0.friction=" + falls, "bodies.1.friction=" + falls});
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
}  // namespace orthant::test::stick_slip
