// Dry friction in series with a spring and a damper, the law of motors of limited effort, by every
// method.
#include "tests/friction_laws/methods.hpp"

namespace orthant::test::drives {
namespace {

constexpr Real h = 0.005, I = 0.1, most = 0.5;

std::string wheel(Real kp, Real kd) {
  return R"({"gravity": [0, 0, 0],
    "bodies": [{"name": "wheel", "mass": 1, "inertia": [0.1, 0.1, 0.1]}],
    "joints": [{"type": "hinge", "b": "wheel", "point": [0, 0, 0], "axis": [0, 0, 1],
      "motor": {"type": "position", "target": 0.05, "max_effort": 0.5, "kp": )" +
         json(kp) + ", \"kd\": " + json(kd) + "}}]}";
}

class DrivesBy : public testing::TestWithParam<Method> {};
INSTANTIATE_TEST_SUITE_P(EverySolver, DrivesBy, testing::ValuesIn(solvers_of_coulombs_law()),
                         method_name);

/// The first steps saturate; then the motion is that of the implicit spring.
TEST_P(DrivesBy, HaveTheirLargestEffortAndThenThatOfTheirLaw) {
  for (auto const& [kp, kd] : {std::pair{20., 2.}, {2e4, 2e2}, {20., 0.}}) {
    Trial trial(wheel(kp, kd), h, GetParam().settings);
    Real c = 0, w = 0;
    for (int k = 0; k < 60; ++k) {
      trial.run(1);
      // M (w+ - w) = h clamp(-kp (c + h w+ - goal) - kd w+)
      Real const wish = (I * w - h * kp * (c - 0.05)) / (I + h * h * kp + h * kd);
      Real const jump = std::clamp(I * (wish - w), -h * most, h * most);
      w += jump / I;
      c += 2 * std::atan(0.5 * h * w);
      EXPECT_NEAR(trial.spin("wheel")[2], w, 1e-6) << kp << " " << kd << " " << k;
      w = trial.spin("wheel")[2];
      c = 2 * std::atan2(trial.pose("wheel").q_WB.z, trial.pose("wheel").q_WB.w);
    }
  }
}

}  // namespace
}  // namespace orthant::test::drives
