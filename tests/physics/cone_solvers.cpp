// Cone solvers of large systems, and sweeps that are rough or report that they did not solve a
// step.
#include "tests/physics/scenes.hpp"

namespace orthant::test::cone_solvers {
namespace {

constexpr Real h = 0.01;

std::string const floor_body =
    R"({"name": "floor", "motion": "fixed", "friction": 0.5, "shapes": [{"type": "half_space"}]})";

std::string cube(char const* name, Vec3 const& at) {
  return std::string(R"({"name": ")") + name + R"(", "mass": 1, "friction": 0.5, "position": )" +
         json(at) + R"(, "shapes": [{"type": "box", "size": [1, 1, 1]}]})";
}

Settings sweeping(double tolerance) {
  return {.solver = "sequential_impulses", .tolerance = tolerance};
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
