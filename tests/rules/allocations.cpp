// A step allocates nothing on the heap after the first few steps, makes no array, and every kernel
// of it has a label of Orthant.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "experiments/app/run/experiment.hpp"
#include "orthant/core/config/json_file.hpp"
#include "orthant/tests/conformance/watch.hpp"
#include "tests/rules/allocation/count.hpp"

namespace orthant::test {
namespace {

/// Every choice of a plug-in that a step uses, on a scene with all kinds of rows.
struct Choice {
  std::string kind, name;
  Json settings;  // of the whole experiment
};

/// Resting boxes, a sliding box, and a swinging double pendulum: the set of contacts is constant,
/// and every step has something to solve.
Json scene() {
  return parse_json(R"({
    "assemblies": [{"type": "stack", "count": 3}],
    "bodies": [
      {"name": "slider", "mass": 1, "position": [4, 0, 0.5], "velocity": [1, 0.5, 0],
       "shapes": [{"type": "box", "size": [1, 1, 1]}]},
      {"name": "rod", "mass": 1, "position": [9, 0, 2],
       "shapes": [{"type": "capsule", "radius": 0.1, "length": 1}]},
      {"name": "bob", "mass": 1, "position": [9, 0, 1], "velocity": [1, 0.2, 0],
       "shapes": [{"type": "sphere", "radius": 0.2}]}
    ],
    "joints": [
      {"type": "hinge", "b": "rod", "point": [9, 0.3, 2.5], "axis": [0, 1, 0]},
      {"type": "ball", "a": "rod", "b": "bob", "point": [9, 0, 1.5]}
    ]})",
                    "scene");
}

std::map<std::string, std::vector<std::string>> const assignments = {
    {"NCP function", {"solver.ncp="}},
    {"friction", {"solver.friction="}},
    {"scaling", {"solver.scaling="}},
    {"step length", {"solver.step="}},
    {"regularisation", {"solver.regularisation="}},
    {"linear solver", {"solver.linear="}},
    {"preconditioner", {"solver.linear=pcr", "solver.linear.preconditioner="}},
    {"nonlinear solver", {"solver="}},
    {"integrator", {"integrator="}}};

/// The scene, with each plug-in in turn instead of the default.
std::vector<Choice> choices(std::string const& backend) {
  std::vector<Choice> out;
  for (auto const& entry : catalog()) {
    auto const found = assignments.find(entry.kind);
    if (found == assignments.end()) continue;
    Json settings = {
        {"backend", backend}, {"scene", scene()},
        {"step", 0.01},       {"steps", 1},
        {"worlds", 2},        {"solver", {{"type", "newton"}, {"linear", "dense_ldlt"}}}};
    if (entry.kind == "friction") settings["solver"]["linear"] = "dense_lu";
    if (entry.name == "linearly_implicit") settings["solver"]["linear"] = "saddle_point";
    for (auto const& each : found->second)
      assign(settings, each.back() == '=' ? each + entry.name : each);
    out.push_back({entry.kind, entry.name, settings});
  }
  return out;
}

/// For the names of tests.
std::string name_of_test(::testing::TestParamInfo<Choice> const& info) {
  std::string out = info.param.kind + "_" + info.param.name;
  for (char& c : out)
    if (c == ' ') c = '_';
  return out;
}

/// Whether a nonlinear solver is a cone solver on the host; `newton` is none, although it solves
/// stored problems too.
bool is_cone_solver(Choice const& choice) {
  auto const entries = catalog();
  return choice.kind == "nonlinear solver" && std::ranges::any_of(entries, [&](auto const& entry) {
           return entry.kind == "cone solver" && entry.name == choice.name &&
                  entry.name != "newton";
         });
}

class Steps : public ::testing::TestWithParam<Choice> {};

/// Libraries whose numerical factorisation allocates in each call, by their interface; cone solvers
/// make sparse matrices of their own.
bool takes_memory(Choice const& choice) {
  return (choice.kind == "linear solver" && choice.name == "umfpack") || is_cone_solver(choice);
}

TEST_P(Steps, AllocateNothingAndHaveKernelsOfOurLabel) {
  for (auto const& backend : space_names()) {
    SCOPED_TRACE(backend);
    Json settings = GetParam().settings;
    settings["backend"] = backend;
    auto const experiment = build_experiment(settings, "experiment");
    experiment.simulation->step();
    {
      KokkosWatch const watch;
      for (int step = 0; step < 4; ++step) experiment.simulation->step();
    }
    EXPECT_GT(KokkosWatch::kernels.size(), 20u);
    EXPECT_THAT(KokkosWatch::kernels, ::testing::Each(::testing::StartsWith("orthant::")));
    EXPECT_THAT(KokkosWatch::arrays, ::testing::ElementsAre());
    if (backend != "serial" || !can_count_allocations() || takes_memory(GetParam())) continue;
    int solves = 0;
    AllocationCount count;
    for (int step = 0; step < 5; ++step) {
      auto const& solve = experiment.simulation->step().solve;
      solves += solve.linear_solves + solve.linear_iterations;  // sweeps have no linear system
    }
    EXPECT_EQ(count.stop(), 0) << solves << " solves; " << count.where();
    EXPECT_GE(solves, 5) << "the steps have something to solve";
  }
}

INSTANTIATE_TEST_SUITE_P(All, Steps, ::testing::ValuesIn(choices("serial")), name_of_test);

TEST(KokkosWatch, SeesAKernelAndAnArray) {
  {
    KokkosWatch const watch;
    Array<Kokkos::DefaultHostExecutionSpace, int*> const x("an array", 3);
    Kokkos::parallel_for("a kernel", Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace>(0, 3),
                         [=](int i) { x(i) = i; });
  }
  EXPECT_THAT(KokkosWatch::kernels, ::testing::Contains("a kernel"));
  EXPECT_THAT(KokkosWatch::arrays, ::testing::Contains("an array"));
}

/// Many worlds are stepped in groups, whose reports are merged.
TEST(Allocations, OfABatchInGroupsAreNone) {
  if (!can_count_allocations()) GTEST_SKIP() << "this build cannot count allocations";
  Json const input = parse_json(R"({"scene": {"bodies": [
      {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
      {"name": "box", "mass": 1, "position": [0, 0, 0.1], "velocity": [{"uniform": [-1, 1]}, 0, 0],
       "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]}]},
    "step": 0.005, "steps": 10, "worlds": 200})",
                                "batch");
  auto const experiment = build_experiment(input, "experiment");
  for (int step = 0; step < 5; ++step) experiment.simulation->step();
  int solves = 0;
  AllocationCount count;
  for (int step = 0; step < 5; ++step) solves += experiment.simulation->step().solve.linear_solves;
  EXPECT_EQ(count.stop(), 0) << count.where();
  EXPECT_GE(solves, 5);
}

TEST(AllocationCount, SeesThem) {
  if (!can_count_allocations()) GTEST_SKIP() << "this build cannot count allocations";
  AllocationCount count;
  std::vector<double> const x(1000);
  EXPECT_EQ(x[0], 0);
  EXPECT_EQ(count.stop(), 1);
  EXPECT_NE(count.where(), "");
}

}  // namespace
}  // namespace orthant::test
