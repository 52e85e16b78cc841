// The measures of a step, and the report of a step that does not converge.
#include "tests/physics/scenes.hpp"

namespace orthant::test::measures {
namespace {

constexpr Real h = 0.01, tolerance = 1e-10;

char const* const sliding_box = R"({
  "bodies": [
    {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
    {"name": "body", "mass": 1, "position": [0, 0, 0.5], "velocity": [3, 1, 0],
     "angular_velocity": [0, 0, 1], "shapes": [{"type": "box", "size": [1, 1, 1]}]}]})";

char const* const stack = R"({"assemblies": [{"type": "stack", "count": 5}]})";

/// All measures in m/s are within a few tolerances. A distance d from the cone in N s corresponds
/// to r d in m/s with r >= W_nn = 1 kg^-1, and the impulses here are larger than 0.01 N s.
TEST(Measures, AreSmallWhereAStepConverged) {
  for (char const* scene : {sliding_box, stack}) {
    Trial trial(scene, h);
    for (int k = 0; k < 30; ++k) {
      if (!trial.step().solve.converged()) continue;
      auto const m = trial.measures();
      EXPECT_LE(m.ncp_residual, 4 * tolerance);
      EXPECT_LE(m.natural_map, 4 * tolerance);
      EXPECT_LE(m.dual_violation, 4 * tolerance);
      EXPECT_LE(m.cone_violation, tolerance / 0.01);
      EXPECT_LE(m.complementarity, 4 * tolerance);
      EXPECT_LE(m.momentum_balance, tolerance);
      EXPECT_LE(m.penetration, 4 * tolerance * h);
    }
  }
}

/// The measures agree with energies, speed and drift computed here from the state.
TEST(Measures, AgreeWithTheState) {
  Trial trial(sliding_box, h);
  Vec3 const start = trial.position("body");
  trial.run(5);
  auto const m = trial.measures();
  Vec3 const x = trial.position("body"), v = trial.velocity("body"), w = trial.spin("body");
  EXPECT_NEAR(m.speed, norm(v), 1e-14);
  EXPECT_NEAR(m.drift, norm(x - start), 1e-14);
  EXPECT_NEAR(m.kinetic, 0.5 * dot(v, v) + 0.5 * dot(w, w) / 6, 1e-13);
  EXPECT_NEAR(m.potential, 9.81 * x[2], 1e-13);
  expect_near(m.momentum, v, 1e-14);
  expect_near(m.angular_momentum, cross(x, v) + (1. / 6) * w, 1e-13);
}

}  // namespace
}  // namespace orthant::test::measures
