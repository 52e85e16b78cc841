// Sweeps over impulses find the solution of other solvers, or report that they did not.
#include "tests/physics/scenes.hpp"

namespace orthant::test::sequential_impulses {
namespace {

constexpr Real h = 0.01, g = 9.81;

std::string const floor_body =
    R"({"name": "floor", "motion": "fixed", "friction": 0.5, "shapes": [{"type": "half_space"}]})";

std::string cube(char const* name, Vec3 const& at, Vec3 const& v = {}) {
  return std::string(R"({"name": ")") + name + R"(", "mass": 1, "friction": 0.5, "position": )" +
         json(at) + R"(, "velocity": )" + json(v) +
         R"(, "shapes": [{"type": "box", "size": [1, 1, 1]}]})";
}

Settings sweeping(double tolerance) {
  return {.solver = "sequential_impulses", .tolerance = tolerance};
}

/// v falls by mu g h a step in any direction, and ends at zero.
TEST(SequentialImpulses, StopASlidingCubeWhereCoulombSays) {
  for (Real const angle : {0., 0.3, pi / 4}) {
    Vec3 const along{{std::cos(angle), std::sin(angle), 0}};
    Trial trial(
        R"({"bodies": [)" + floor_body + "," + cube("cube", {{0, 0, 0.5}}, 3. * along) + "]}", h,
        sweeping(1e-9));
    trial.run(30);
    expect_near(trial.velocity("cube"), (3 - 0.5 * g * 0.3) * along, 1e-6);
    trial.run(70);
    EXPECT_LT(norm(trial.velocity("cube")), 1e-8);
  }
}

/// A ball that rolls and slides, joints, dry friction and a spring along their coordinates: the
/// same result as Newton's method. There is one contact, because a body on several contacts has
/// many solutions.
TEST(SequentialImpulses, AgreeWithNewtonUnderEveryLaw) {
  std::string const scene = R"({"bodies": [)" + floor_body + "," + cube("arm", {{1.5, 0, 2}}) +
                            "," + cube("cart", {{-3, 0, 2}}) + R"(,
      {"name": "ball", "mass": 1, "friction": 0.5, "position": [0, 0, 0.5],
       "velocity": [2, 0.2, 0], "shapes": [{"type": "sphere", "radius": 0.5}]}],
    "joints": [
      {"type": "hinge", "a": "ball", "b": "arm", "point": [0, 0, 2], "axis": [0, 1, 0],
       "spring": {"stiffness": 5, "damping": 0.1}},
      {"type": "slider", "a": "floor", "b": "cart", "point": [-3, 0, 2], "axis": [1, 0, 0],
       "friction": 1}],
    "loads": [{"body": "cart", "force": [[0, 3, 0, 0], [10, 3, 0, 0]]}]})";
  Trial sweeps(scene, h, sweeping(1e-11)), newton(scene, h, {.solver = "cascade"});
  sweeps.run(60);
  newton.run(60);
  for (char const* name : {"ball", "arm", "cart"}) {
    SCOPED_TRACE(name);
    expect_near(sweeps.velocity(name), newton.velocity(name), 1e-7);
  }
  expect_near(sweeps.velocity("cart"), {{(3 - 1) * 0.6, 0, 0}}, 1e-8);
}

/// A pyramid settles from a height of a centimetre: every step is solved, and the overlap is within
/// the tolerance.
TEST(SequentialImpulses, SolveEachStepOfAPyramidRoughly) {
  std::string bodies = floor_body;
  for (int row = 0, count = 0; row < 4; ++row)
    for (int k = 0; k < 4 - row; ++k)
      bodies += "," + cube(("cube " + std::to_string(count++)).c_str(),
                           {{1.05 * k + 0.525 * row, 0, 0.51 + 1.001 * row}});
  Trial trial(R"({"bodies": [)" + bodies + "]}", h, sweeping(1e-3));
  trial.run(200);
  EXPECT_LE(trial.measures().penetration, 1e-3 * h);
}

/// A world does not depend on other worlds.
TEST(SequentialImpulses, SolveAWorldOfABatchAsByItself) {
  auto const scene = [](char const* v) {
    return R"({"bodies": [)" + floor_body + R"(, {"name": "cube", "mass": 1, "friction": 0.5,
        "position": [0, 0, 0.6], "velocity": )" +
           v + R"(, "angular_velocity": [1, 2, 3],
        "shapes": [{"type": "box", "size": [1, 1, 1]}]}]})";
  };
  Settings both = sweeping(1e-6);
  both.worlds = 2;
  Trial batch(scene(R"([{"values": [1, 0]}, {"values": [0, 2]}, {"values": [0, -1]}])"), h, both);
  Trial one(scene("[1, 0, 0]"), h, sweeping(1e-6)), other(scene("[0, 2, -1]"), h, sweeping(1e-6));
  for (auto* each : {&batch, &one, &other}) each->run(100);
  auto const together = batch.simulation().snapshot();
  int world = 0;
  for (auto* each : {&one, &other}) {
    auto const alone = each->simulation().snapshot();
    std::size_t const cube = static_cast<std::size_t>(2 * world++ + 1);
    for (int i = 0; i < 3; ++i)
      EXPECT_EQ(together.pose[cube].p_WB[i], alone.pose[1].p_WB[i]) << world;
  }
}

/// An error travels by one link of a chain a sweep, and a heavy tip reflects it.
TEST(SequentialImpulses, SayThatAStepIsNotSolved) {
  Trial trial(R"({"assemblies": [{"type": "chain", "links": 50, "tip_mass": 100}]})", h,
              sweeping(1e-10));
  auto const& solve = trial.step().solve;
  EXPECT_FALSE(solve.converged());
  EXPECT_EQ(solve.reason, StopReason::iteration_limit);
}

}  // namespace
}  // namespace orthant::test::sequential_impulses
