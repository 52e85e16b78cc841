// Motors of limited effort: they have it to the last digit and no more.
#include "tests/joints/parts.hpp"

namespace orthant::test::limited_effort {
namespace {

constexpr Real h = 0.005, I = 0.1, most = 0.5;

class LimitedEffort : public testing::TestWithParam<Json> {};
INSTANTIATE_TEST_SUITE_P(EachWay, LimitedEffort, testing::ValuesIn(one_of_each_way()),
                         by_integrator);

/// A wheel at rest whose motor turns it, against a load.
JointRun wheel(Json const& motor, Json const& integrator, Real step = h, Real load = 0,
               Real inertia = I) {
  return JointRun(scene_of({with(rigid("wheel", 1, {{inertia, inertia, inertia}}),
                                 {{"torque", {0, 0, -load}}})},
                           {joint_at("hinge", "wheel", {}, z_axis, {{"motor", motor}})}),
                  step, integrator, "cascade");
}

Json const spring = {
    {"type", "position"}, {"kp", 20}, {"kd", 4}, {"target", 1}, {"max_effort", most}};
Json const brake = {{"type", "velocity"}, {"kd", 2}, {"target", 3}, {"max_effort", most}};

/// While it saturates, the wheel turns by 1/2 (F/I) t^2.
TEST_P(LimitedEffort, TurnsAWheelByItsTorqueAndThenByItsSpring) {
  for (Json const& motor : {spring, brake}) {
    auto run = wheel(motor, GetParam());
    UnwrappedAngle angle;
    Real turned = 0, speed = 0;
    bool saturates = true;
    int saturated = 0;
    for (int k = 1; k <= 600; ++k) {
      solve_steps(run, 1);
      Real const torque = run.reaction().torque_W[2], before = speed;
      turned = angle.of(run.pose());
      speed = run.twist()[5];
      EXPECT_LE(std::abs(torque), most * (1 + 1e-9)) << k;
      EXPECT_LE(std::abs(speed - before), h * most / I * (1 + 1e-9)) << k;
      saturates = saturates && torque > most * (1 - 1e-7);
      if (!saturates) continue;
      ++saturated;
      Real const t = k * h;
      EXPECT_NEAR(speed, most / I * t, 1e-10 * k);
      EXPECT_NEAR(turned, 0.5 * most / I * t * t, 0.51 * most / I * h * t);
    }
    EXPECT_GT(saturated, 60);
    EXPECT_NEAR(motor == spring ? turned : speed, motor == spring ? 1 : 3, 1e-3);
  }
}

/// A limit that is not reached leaves the force of the end of the step, of first order.
TEST_P(LimitedEffort, ThatIsNotReachedChangesTheMotionByNoMoreThanItsOrder) {
  Json free = spring;
  free.erase("max_effort");
  Real apart[2] = {};
  for (int half = 0; half < 2; ++half) {
    Real const step = half == 0 ? h : 0.5 * h;
    auto a = wheel(free, GetParam(), step),
         b = wheel(with(free, {{"max_effort", 1e3}}), GetParam(), step);
    for (int k = 0; k < (half == 0 ? 40 : 80); ++k) {
      a.simulation->step();
      b.simulation->step();
    }
    apart[half] = std::abs(UnwrappedAngle().of(a.pose()) - UnwrappedAngle().of(b.pose()));
  }
  EXPECT_LT(apart[0], 0.02);
  EXPECT_LT(apart[1], 0.6 * apart[0] + 1e-9);
  if (orders(GetParam()).free == 1 ||
      std::string(GetParam()["type"]).find("euler") != std::string::npos) {
    EXPECT_LT(apart[0], 1e-5);
  }
}

/// A stiff drive holds a load within its effort as a rigid one does, and lets a heavier one fall.
TEST_P(LimitedEffort, HoldsALoadBelowItAndLosesOneAbove) {
  Json const motor = {
      {"type", "position"}, {"kp", 1e6}, {"kd", 1e3}, {"target", 0}, {"max_effort", most}};
  for (Real const load : {0.9 * most, 1.1 * most}) {
    auto run = wheel(motor, GetParam(), h, load);
    solve_steps(run, 200);
    Real const fall = std::max(0.0, load - most) / I * 200 * h;
    EXPECT_NEAR(run.twist()[5], -fall, 1e-5);
    EXPECT_NEAR(run.reaction().torque_W[2], std::min(load, most), 1e-3 * most);
  }
}

/// What is a soft drive beside the mobility of its body, or a stiff one, is solved alike.
TEST_P(LimitedEffort, IsSolvedForAnyGain) {
  for (Real const kp : {1e-3, 1., 1e3, 1e6, 1e9})
    for (Real const inertia : {1e-6, 1e-2, 1e4}) {
      SCOPED_TRACE(testing::Message() << kp << " " << inertia);
      Real const effort = 0.5 * std::min(kp, inertia);
      auto run = wheel({{"type", "position"},
                        {"kp", kp},
                        {"kd", 0.1 * kp},
                        {"target", 1},
                        {"max_effort", effort}},
                       GetParam(), h, 0, inertia);
      for (int k = 0; k < 100; ++k) {
        solve_steps(run, 1);
        EXPECT_LE(std::abs(run.reaction().torque_W[2]), effort * (1 + 1e-6)) << k;
      }
    }
}

}  // namespace
}  // namespace orthant::test::limited_effort
