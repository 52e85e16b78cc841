// Cone solvers within a step: they find Newton's solution, and solve steps at which Newton's method
// fails.
#include "orthant/backends/cone_solvers.hpp"

#include "tests/physics/scenes.hpp"

namespace orthant::test::cone_solvers {
namespace {

constexpr Real h = 0.01;

Settings by(std::string const& solver, Real tolerance = 1e-10) {
  Settings settings;
  settings.solver = solver;
  settings.tolerance = tolerance;
  return settings;
}

class ConeStep : public testing::TestWithParam<std::string> {};

/// Each step of both is accurate to the tolerance, in rows in m/s and velocities. Errors of a step
/// change the start of the next one by h times as much.
void expect_same_motion(char const* scene, Settings const& one, Settings const& other, int steps,
                        Real tolerance) {
  Trial a(scene, h, one), b(scene, h, other);
  a.run(steps);
  b.run(steps);
  auto const p = a.simulation().snapshot(), q = b.simulation().snapshot();
  for (std::size_t i = 0; i < p.pose.size(); ++i) {
    expect_near(p.pose[i].p_WB, q.pose[i].p_WB, steps * tolerance);
    expect_near(linear(p.twist[i]), linear(q.twist[i]), 10 * steps * tolerance);
    expect_near(angular(p.twist[i]), angular(q.twist[i]), 10 * steps * tolerance);
  }
}

/// A box that tumbles off an edge: nonlinear position rows, sticking and impacts.
TEST_P(ConeStep, TumblesLikeNewton) {
  expect_same_motion(R"({
      "bodies": [
        {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
        {"name": "box", "mass": 1, "position": [0, 0, 0.8], "velocity": [1, 0.3, -1],
         "angular_velocity": [0.5, 3, 0.2], "orientation": [0.8, 0, 0.6, 0],
         "shapes": [{"type": "box", "size": [1, 0.6, 0.4]}]}]})",
                     by(GetParam()), {}, 40, 1e-9);
}

/// A cart pulled over the floor by a pendulum: joints and contacts together.
TEST_P(ConeStep, BearsJointsLikeNewton) {
  for (char const* matrices : {"start", "iterate"}) {
    Settings cone = by(GetParam()), newton;
    cone.matrices = newton.matrices = matrices;
    expect_same_motion(R"({"assemblies": [{"type": "floor", "friction": 0.1}],
        "bodies": [
          {"name": "cart", "mass": 1, "position": [0, 0, 0.1], "friction": 0.1,
           "shapes": [{"type": "box", "size": [0.6, 0.4, 0.2]}]},
          {"name": "rod", "mass": 0.5, "position": [0.5, 0, 1], "collide": false,
           "shapes": [{"type": "capsule", "radius": 0.05, "length": 0.6}]}],
        "joints": [{"type": "hinge", "a": "cart", "b": "rod", "point": [0, 0, 1], "axis": [0, 1, 0]}]})",
                       cone, newton, 20, 1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ConeStep, testing::Values("hybrid", "proximal_newton", "sequence"),
                         [](auto const& each) { return each.param; });

/// Joints alone leave nothing for a cone solver: the outer loop is Newton's method on them.
TEST(ConeSteps, SwingAPendulum) {
  for (auto const& solver : orthant::cone_solvers().names())
    expect_same_motion(R"({"assemblies": [{"type": "chain", "links": 3}]})", by(solver), {}, 10,
                       1e-9);
}

char const* const pile = R"({"contact": {"recovery_speed": 1}, "assemblies": [
    {"type": "box_pile", "columns": 2, "rows": 2, "layers": 2, "seed": 1}]})";

/// Boxes that fall over each other; Newton's method fails at some steps.
TEST(Sequence, ArrivesWhereNewtonAloneDoesNot) {
  auto const converged = [](std::string const& solver) {
    Trial trial(pile, h, by(solver));
    int count = 0;
    for (int k = 0; k < 30; ++k) count += trial.step().solve.converged();
    return count;
  };
  EXPECT_LT(converged("newton"), 30);
  EXPECT_EQ(converged("sequence"), 30);
}

}  // namespace
}  // namespace orthant::test::cone_solvers
