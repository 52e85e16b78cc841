// Cone solvers and sweeps within a step: they find Newton's solution, solve steps at which Newton's
// method fails, or report that they did not.
#include "tests/physics/scenes.hpp"

namespace orthant::test::cone_solvers {
namespace {

constexpr Real h = 0.01;

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
                     {.solver = GetParam()}, {}, 40, 1e-9);
}

/// A cart pulled over the floor by a pendulum: joints and contacts together.
TEST_P(ConeStep, BearsJointsLikeNewton) {
  for (char const* matrices : {"start", "iterate"}) {
    expect_same_motion(R"({"assemblies": [{"type": "floor", "friction": 0.1}],
        "bodies": [
          {"name": "cart", "mass": 1, "position": [0, 0, 0.1], "friction": 0.1,
           "shapes": [{"type": "box", "size": [0.6, 0.4, 0.2]}]},
          {"name": "rod", "mass": 0.5, "position": [0.5, 0, 1], "collide": false,
           "shapes": [{"type": "capsule", "radius": 0.05, "length": 0.6}]}],
        "joints": [{"type": "hinge", "a": "cart", "b": "rod", "point": [0, 0, 1], "axis": [0, 1, 0]}]})",
                       {.solver = GetParam(), .matrices = matrices}, {.matrices = matrices}, 20,
                       1e-9);
  }
}

INSTANTIATE_TEST_SUITE_P(All, ConeStep, testing::Values("hybrid", "proximal_newton", "sequence"),
                         [](auto const& each) { return each.param; });

char const* const pile = R"({"contact": {"recovery_speed": 1}, "assemblies": [
    {"type": "box_pile", "columns": 2, "rows": 2, "layers": 2, "seed": 1}]})";

/// Boxes that fall over each other; Newton's method fails at some steps.
TEST(Sequence, ArrivesWhereNewtonAloneDoesNot) {
  auto const converged = [](std::string const& solver) {
    Trial trial(pile, h, {.solver = solver});
    int count = 0;
    for (int k = 0; k < 30; ++k) count += trial.step().solve.converged();
    return count;
  };
  EXPECT_LT(converged("newton"), 30);
  EXPECT_EQ(converged("sequence"), 30);
}

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

/// Hinged rods that slide over a floor, apart from each other: so many have their joints eliminated
/// in sparse matrices, a few in dense ones.
TEST(ConeSolvers, EliminateTheJointsOfManyRodsAsThoseOfAFew) {
  auto const rods = [](int pairs) {
    Json bodies = {
        {{"name", "floor"}, {"motion", "fixed"}, {"shapes", {{{"type", "half_space"}}}}}};
    Json joints = Json::array();
    for (int k = 0; k < 2 * pairs; ++k) {
      bodies.push_back({{"name", "rod" + std::to_string(k)},
                        {"mass", 1},
                        {"position", {0.4 * (k % 2), k / 2, 0.051}},
                        {"velocity", {0.3, 0.5, k % 2 ? -0.5 : 0}},
                        {"orientation", {{"axis", {0, 1, 0}}, {"angle", 90}}},
                        {"shapes", {{{"type", "capsule"}, {"radius", 0.05}, {"length", 0.3}}}}});
      if (k % 2)
        joints.push_back({{"type", "hinge"},
                          {"a", "rod" + std::to_string(k - 1)},
                          {"b", "rod" + std::to_string(k)},
                          {"point", {0.2, k / 2, 0.051}},
                          {"axis", {0, 1, 0}}});
    }
    return Json{{"bodies", bodies}, {"joints", joints}}.dump();
  };
  Settings const at_once{.solver = "proximal_newton", .islands = false};
  Trial few(rods(2), h, at_once), many(rods(24), h, at_once);
  few.run(30);
  many.run(30);
  for (char const* name : {"rod0", "rod1", "rod3"}) {
    SCOPED_TRACE(name);
    expect_near(many.position(name), few.position(name), 1e-8);
    expect_near(many.velocity(name), few.velocity(name), 1e-7);
  }
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

/// An error travels by one link of a chain a sweep, and a heavy tip reflects it.
TEST(SequentialImpulses, SayThatAStepIsNotSolved) {
  Trial trial(R"({"assemblies": [{"type": "chain", "links": 50, "tip_mass": 100}]})", h,
              sweeping(1e-10));
  auto const& solve = trial.step().solve;
  EXPECT_FALSE(solve.converged());
  EXPECT_EQ(solve.reason, StopReason::iteration_limit);
}

}  // namespace
}  // namespace orthant::test::cone_solvers
