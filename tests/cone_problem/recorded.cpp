// A recorded step, read from its file and solved by another solver, is the same step.
#include <gmock/gmock.h>

#include "experiments/app/run/run.hpp"
#include "orthant/core/cone_problem/cone_measures.hpp"
#include "orthant/core/cone_problem/problem_files.hpp"
#include "tests/cone_problem/stored.hpp"
#include "tests/program/process.hpp"

namespace orthant::test::recorded {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> files_in(std::filesystem::path const& directory) {
  std::vector<std::string> out;
  for (auto const& file : std::filesystem::directory_iterator(directory))
    out.push_back(file.path().filename().string());
  std::sort(out.begin(), out.end());
  return out;
}

/// Stopped after its second step, which is recorded.
Experiment two_steps(Json input) {
  input["step"] = 0.01;
  input["steps"] = 2;
  input["worlds"] = 2;
  input["solver"] = {{"type", "newton"}, {"tolerance", 1e-11}};
  input["record_problems"] = {{"steps", {2}}};
  return build_experiment(input, "a.json");
}

/// The impulses of contacts in a world, or their values.
Vector of_contacts(Simulation const& simulation, int world, Vec3 ContactImpulse::*which) {
  std::vector<double> out;
  for (auto const& contact : simulation.last_step().contact_impulses())
    if (contact.world == world)
      for (int i = 0; i < 3; ++i) out.push_back((contact.*which)[i]);
  return Vector::Map(out.data(), static_cast<Eigen::Index>(out.size()));
}

struct Case {
  char const* name;
  char const* scene;
  bool has_velocities;
};

class Recorded : public ::testing::TestWithParam<Case> {};

/// The step is accurate to 1e-11 m/s in momentum and rows; masses and mobilities are near one. So
/// are the impulses of the step in the file, and the velocities of any other solution. The effect
/// of the impulses on a body is measured by W.
TEST_P(Recorded, StepIsSolvedByItsFile) {
  double const tolerance = 1e-9;
  Folder const folder;
  Experiment experiment = two_steps({{"scene", Json::parse(GetParam().scene)}});
  Json const result = run_experiment(experiment, {folder / "out", {}});
  ASSERT_EQ(result["steps_converged"], 2);
  EXPECT_EQ(result["recorded_problems"], 2);
  auto const problems = folder / "out" / "problems";
  EXPECT_THAT(files_in(problems),
              ElementsAre("a-step000002-world0.dat", "a-step000002-world1.dat"));
  for (int world : {0, 1}) {
    auto const p = read_cone_problem(
        (problems / ("a-step000002-world" + std::to_string(world) + ".dat")).string());
    EXPECT_EQ(p.has_velocities(), GetParam().has_velocities);
    Vector const lambda = of_contacts(*experiment.simulation, world, &ContactImpulse::impulse);
    ASSERT_EQ(lambda.size(), p.q.size());
    Vector const u = velocities(p, lambda);
    EXPECT_LT((u - of_contacts(*experiment.simulation, world, &ContactImpulse::value)).norm(),
              tolerance);
    EXPECT_LT(natural_map(p, lambda), tolerance);
    Vector r = Vector::Zero(p.q.size());
    auto const report = solver_of({{"type", "hybrid"}})->solve(p, r);
    EXPECT_TRUE(report.converged()) << text(report.reason);
    EXPECT_LT((velocities(p, r) - u).norm(), tolerance);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Scenes, Recorded,
    ::testing::Values(
        Case{"Wall", R"({"assemblies": [{"type": "brick_wall", "courses": 2, "columns": 2}]})",
             true},
        Case{"Sliding", R"({"gravity": [3, 2, -9], "assemblies": [{"type": "stack", "count": 2,
              "friction": 0.3, "velocity": [0.5, 0, 0]}]})",
             true},
        Case{"Jointed", R"({"assemblies": [{"type": "floor"}],
              "bodies": [
               {"name": "box", "mass": 1, "position": [0, 0, 0.5], "velocity": [1, 0, 0],
                "friction": 0.5, "shapes": [{"type": "box", "size": [1, 1, 1]}]},
               {"name": "rod", "mass": 1, "position": [0, 0, 2],
                "shapes": [{"type": "capsule", "radius": 0.1, "length": 1}]}],
              "joints": [{"type": "hinge", "a": "box", "b": "rod", "point": [0, 0, 1.2],
                          "axis": [0, 1, 0]}]})",
             false}),
    [](auto const& test) { return test.param.name; });

/// Steps that no solver can solve: recorded because they failed, up to the limit.
TEST(Recording, KeepsWhatDidNotConverge) {
  Folder const folder;
  Json input = small_experiment();
  input["solver"]["max_iterations"] = 0;
  input["expect"] = Json::object();
  for (bool failures : {true, false}) {
    auto const directory = folder / (failures ? "all" : "chosen");
    input["record_problems"] = {{"directory", directory.string()}, {"at_most", 2}, {"every", 4}};
    input["record_problems"]["failures"] = failures;
    Experiment experiment = build_experiment(input, "a.json");
    run_experiment(experiment, {folder / "out", {}});
    if (failures)
      EXPECT_THAT(files_in(directory), ElementsAre("small-step000001-world0-not-converged.dat",
                                                   "small-step000002-world0-not-converged.dat"));
    else
      EXPECT_THAT(files_in(directory), ElementsAre("small-step000004-world0-not-converged.dat"));
  }
}

}  // namespace
}  // namespace orthant::test::recorded
