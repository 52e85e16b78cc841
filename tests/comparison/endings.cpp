// How cases end (as expected, refused, crashed, out of time), and how comparisons end then.
#include <gmock/gmock.h>

#include <csignal>
#include <sstream>

#include "tests/comparison/background.hpp"
#include "tests/program/sessions.hpp"

namespace orthant::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;
namespace fs = std::filesystem;

[[maybe_unused]] bool const sessions =
    test_rows("Sessions", "comparison/sessions.json", [](Json const& row) { play(row); });

Json result_of(fs::path const& directory, std::string const& id) {
  return Json::parse(contents(directory / "cases" / id / "result.json"));
}

/// A solver that may end at 1e5 tolerances, and one that may not.
TEST(CaseEndings, AcceptableErrorsAreSaid) {
  Folder const folder;
  auto const file = folder.write("a.json", R"({
    "scene": {"assemblies": [{"type": "sphere_pile", "columns": 2, "rows": 2, "layers": 3,
                              "radius": 0.1, "friction": 0.5}]},
    "step": 0.005, "steps": 60, "islands": false, "unsolved": "ignore",
    "solver": {"type": "proximal_newton", "tolerance": 1e-9, "acceptable": 1e5,
               "max_iterations": 3, "inner": {"iterations": 4}},
    "sweep": {"solver.acceptable": [1, 1e5]}})");
  auto const ran = folder.run({"run", file, "-o", "run"});
  Json const result = Json::parse(contents(folder / "run/result.json"));
  auto const& found = result["acceptable"];
  EXPECT_EQ(found["steps"], result["solved_by"]["acceptable"]);
  EXPECT_GT(found["worst_residual_m_s"], 1e-9);
  EXPECT_LE(found["worst_residual_m_s"], 1e-4);
  EXPECT_THAT(ran.err, HasSubstr("note: " + found["steps"].dump() +
                                 " of 60 steps are solved to an acceptable error only: up to "));
  auto const compared = folder.run({"compare", file, "-o", "both"});
  EXPECT_EQ(compared.status, 0);
  EXPECT_THAT(compared.err, HasSubstr("note: 1 of 2 cases have steps that are solved to an "
                                      "acceptable error only, up to "));
  EXPECT_FALSE(result_of(folder / "both", "0000").contains("acceptable"));
}

/// A tonne on a gram. At rest it sinks by nu h^2 (1/m_a + 1/m_b) m g/4, and before by more.
TEST(CaseEndings, BodiesThatSinkByLeastNormAreSaid) {
  Folder const folder;
  auto const file = folder.write("a.json", R"({
    "scene": {"contact": {"least_norm": 1e-4}, "bodies": [
      {"name": "floor", "motion": "fixed", "shapes": [{"type": "half_space"}]},
      {"name": "cube", "mass": 1e-3, "inertia": [1e-5, 1e-5, 1e-5], "position": [0, 0, 0.1],
       "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]},
      {"name": "tonne", "mass": 1000, "position": [0, 0, 0.3],
       "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]}]},
    "step": 0.005, "steps": 40, "sweep": {"scene.contact.least_norm": [1e-4, 1e-8]}})");
  auto const ran = folder.run({"run", file, "-o", "run"});
  Json const result = Json::parse(contents(folder / "run/result.json"));
  double const sink = 1e-4 * 0.005 * 0.005 * (1 / 1e-3 + 1 / 1000.) * 1000 * 9.81 / 4,
               radius = 0.1 * std::sqrt(3.);
  auto const& found = result["sunk"];
  double const deepest = result["metrics"]["penetration_max_m"];
  EXPECT_NEAR(found["depth_m"], deepest, 1e-6 * deepest);
  EXPECT_NEAR(found["over_radius"], deepest / radius, 1e-6);
  EXPECT_GT(deepest, sink);
  EXPECT_EQ(found["bodies"], Json({"cube", "tonne"}));
  EXPECT_EQ(result["steps_converged"], 40);
  EXPECT_THAT(ran.err, HasSubstr("warning: least_norm lets bodies sink into each other"));
  auto const compared = folder.run({"compare", file, "-o", "both"});
  EXPECT_THAT(compared.err, HasSubstr("warning: in 1 of 2 cases least_norm lets bodies sink"));
  EXPECT_FALSE(result_of(folder / "both", "0001").contains("sunk"));
}

/// A box that is pushed against its slip, which turns.
TEST(CaseEndings, ErrorsThatFrictionLeavesAreSaid) {
  Folder const folder;
  auto const file = folder.write("a.json", R"({
    "scene": {"bodies": [
      {"name": "floor", "motion": "fixed", "friction": 0.3, "shapes": [{"type": "half_space"}]},
      {"mass": 1, "friction": 0.3, "position": [0, 0, 0.05], "velocity": [-0.4, 0.02, 0],
       "force": [6, 0, 0], "shapes": [{"type": "box", "size": [0.4, 0.4, 0.1]}]}]},
    "step": {"accuracy": 1e-5, "longest": 0.01}, "duration": 0.3, "integrator": "bdf2",
    "sweep": {"step.accuracy": [0.1, 1e-6, 1e-5]}})");
  auto const ran = folder.run({"run", file, "-o", "run"});
  EXPECT_THAT(ran.err, HasSubstr("note: friction leaves errors of speeds in "));
  auto const compared = folder.run({"compare", file, "-o", "all"});
  auto const slip = [&](char const* id) {
    return result_of(folder / "all", id)["chosen_steps"]["slip_error"].get<double>();
  };
  std::string const worst = slip("0001") > slip("0002") ? "0001" : "0002";
  EXPECT_THAT(compared.err, HasSubstr("note: in 2 of 3 cases friction leaves errors of speeds "));
  EXPECT_THAT(compared.err, HasSubstr("the most in case " + worst + ": "));
  auto const quiet = folder.run({"compare", file, "-o", "quiet", "-q"});
  EXPECT_EQ(quiet.err, "");
}

/// Of a simulator, as `list` says. Another build may have it: that is told, and fails nothing.
TEST(CaseEndings, WhatIsNotBuiltIsToldAndTheOthersRun) {
  Folder const folder;
  std::istringstream list(folder.run({"list"}).out);
  std::string line, lacking;
  while (lacking.empty() && std::getline(list, line))
    if (line.find("(not in this build)") != std::string::npos) std::istringstream(line) >> lacking;
  if (lacking.empty()) GTEST_SKIP() << "this build has all simulators";
  auto input = stack_with(R"({"zip": {"backend": ["serial", "PEER"], "solver": ["newton", null],
"integrator": ["implicit_euler", null]}})");
  input["sweep"]["zip"]["backend"][1] = lacking;
  input["expect"] = Json::object();
  input["output"] = Json::object();
  folder.write("a.json", input.dump());
  auto const ended = folder.run({"compare", "a.json", "-o", "out"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("NOT BUILT: "));
  EXPECT_THAT(ended.err, HasSubstr("warning: 1 of 2 cases take what is not in this build"));
  auto const table = read_csv(folder / "out/cases.csv");
  EXPECT_THAT(column(table, "status"), ElementsAre("finished", "not built"));
  EXPECT_THAT(column(table, "error")[1], HasSubstr("which is not in this build"));
}

/// SIGKILL is what a system sends that has no memory left.
TEST(CaseEndings, ACrashIsARecordAndTheOthersRun) {
  Folder const folder;
  auto const file = folder.write(
      "a.json", stack_with(R"({"zip": {"duration": [1e6, 0.2], "step": [0.01, 0.02]}})").dump());
  auto const out = folder / "out";
  Background run({"compare", file, "-o", out.string(), "--set", "expect={}"});
  ASSERT_TRUE(wait_until([&] { return fs::exists(out / "cases/0000.part/steps.csv"); }));
  for (int const child : run.children()) kill(child, SIGKILL);
  EXPECT_EQ(run.wait(), 1);
  auto const table = read_csv(out / "cases.csv");
  EXPECT_THAT(column(table, "status"), ElementsAre("failed", "finished"));
  EXPECT_THAT(column(table, "error")[0], StartsWith("killed by signal 9"));
}

TEST(CaseEndings, FilesStandInOneTableWithSeedsAndRepeats) {
  Folder const folder;
  folder.write("a.json", R"({
    "scene": {"assemblies": [{"type": "box_pile", "columns": 1, "rows": 1, "layers": 1}]},
    "step": 0.01, "steps": 2, "output": {"final_state": true},
    "sweep": {"seeds": {"scene.assemblies.0.seed": [3, 8]}, "repeats": 2}})");
  folder.write("b.json", small_experiment().dump());
  auto const ended = folder.run({"compare", "a.json", "b.json"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  auto const out = folder / "results/compare_a_and_1_more";
  auto const table = read_csv(out / "cases.csv");
  EXPECT_THAT(column(table, "experiment"), ElementsAre("a", "a", "a", "a", "small"));
  EXPECT_THAT(column(table, "seed"), ElementsAre("3", "3", "8", "8", ""));
  EXPECT_THAT(column(table, "repeat"), ElementsAre("0", "1", "0", "1", "0"));
  auto const end = [&](char const* id) { return result_of(out, id)["final"]; };
  EXPECT_EQ(end("0000"), end("0001")) << "the same seed";
  EXPECT_NE(end("0000"), end("0002")) << "another seed";
}

}  // namespace
}  // namespace orthant::test
