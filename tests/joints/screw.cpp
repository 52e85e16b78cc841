// A cylindrical joint with a pitch: coupled translation and rotation, with turns counted.
#include <cmath>

#include "tests/joints/joint_run.hpp"

namespace orthant::test::screw {
namespace {

constexpr Real pitch = 0.05, mass = 2, inertia = 0.01, h = 0.005;

/// A nut on a thread along x, pushed by gravity along it.
Json nut(Json const& more = Json::object()) {
  Json joint = {{"type", "cylindrical"},
                {"b", "body"},
                {"point", {0, 0, 0}},
                {"axis", {1, 0, 0}},
                {"pitch", pitch}};
  joint.update(more);
  return {{"gravity", {9.81, 0, 0}},
          {"bodies",
           {{{"name", "body"},
             {"mass", mass},
             {"inertia", {inertia, 0.02, 0.03}},
             {"position", {0, 0, 0}}}}},
          {"joints", {joint}}};
}

/// Angles about x with turns counted, for steps of less than half a turn.
class UnwrappedAngle {
 public:
  Real of(Pose<> const& X) {
    Real const now = 2 * std::atan2(X.q_WB.x, X.q_WB.w), rotation = 2 * M_PI;
    return angle_ = now + rotation * std::round((angle_ - now) / rotation);
  }

 private:
  Real angle_ = 0;
};

class Screw : public testing::TestWithParam<Json> {};

/// x = p/(2 pi) angle at the end of every step, over several turns; and by virtual work
///   (m + I (2 pi/p)^2) dv/dt = m g
TEST_P(Screw, GoesByItsPitchForEachTurn) {
  JointRun run(nut(), h, GetParam());
  Real const lead = pitch / (2 * M_PI), a = 9.81 * mass / (mass + inertia / (lead * lead));
  UnwrappedAngle unwrapped;
  int const steps = 300;
  for (int k = 0; k < steps; ++k) {
    run.step();
    EXPECT_NEAR(run.pose().p_WB[0], lead * unwrapped.of(run.pose()), 1e-9) << k;
  }
  EXPECT_GT(run.pose().p_WB[0], 2 * pitch);
  EXPECT_NEAR(run.twist()[0], a * h * steps, 0.02 * a * h * steps);
}

std::string name_of_integrator(testing::TestParamInfo<Json> const& info) {
  return info.param["type"].get<std::string>() +
         (info.param.contains("matrices") ? "_iterate" : "");
}
INSTANTIATE_TEST_SUITE_P(Integrators, Screw,
                         testing::Values(Json{{"type", "implicit_euler"}},
                                         Json{{"type", "implicit_euler"}, {"matrices", "iterate"}},
                                         Json{{"type", "bdf2"}},
                                         Json{{"type", "generalised_alpha"}},
                                         Json{{"type", "implicit_midpoint"}}),
                         name_of_integrator);

/// A motor turns the nut, and it moves along.
TEST(Screw, IsDrivenThroughItsRotation) {
  JointRun run(nut({{"rotation", {{"motor", {{"type", "velocity"}, {"target", 3}}}}}}), h);
  run.step(200);
  EXPECT_NEAR(run.twist()[3], 3, 1e-3);
  EXPECT_NEAR(run.pose().p_WB[0], pitch * 3 * 200 * h / (2 * M_PI), 1e-4);
}

}  // namespace
}  // namespace orthant::test::screw
