// The data that the report reads from a directory, also from broken ones.
#include <gmock/gmock.h>

#include <fstream>

#include "experiments/app/report/comparison.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/sessions.hpp"
#include "tests/report/folder.hpp"

namespace orthant::test {
namespace {

std::string refused(std::filesystem::path const& directory) {
  return refusal([&] { read_comparison(directory); });
}

/// Its steps neither converge nor fail, so that they are not marked.
TEST(Comparison, AnotherSimulatorIsNotJudged) {
  Folder const folder;
  write_run(folder / "run", 4);
  auto result = some_result(4);
  result["steps_converged"] = nullptr;
  result["unsolved"] = {{"steps", nullptr}};
  std::ofstream(folder / "run/result.json") << result;
  std::ofstream(folder / "run/steps.csv")
      << "step,time_s,contacts,step_wall_s\n1,0.01,4,1\n2,0.02,4,1\n";
  std::ofstream(folder / "run/newton.csv") << "step,iteration\n";
  Json const data = read_comparison(folder / "run");
  auto const& one = data["cases"][0];
  EXPECT_TRUE(one["steps_converged"].is_null());
  EXPECT_FALSE(one["history"]["steps"].contains("not_converged")) << one;
  EXPECT_TRUE(one["history"]["steps"].contains("contacts"));
  EXPECT_TRUE(one["history"]["newton"].is_null());
}

TEST(Comparison, CasesHaveSettingsResultsAndHistories) {
  Folder const folder;
  write_comparison(folder / "c", {{{"solver.linear", "pcr"}}, {{"solver.linear", "cg"}}});
  write_run(folder / "c/cases/0000", 8);
  write_run(folder / "c/cases/0001", 6);
  Json const data = read_comparison(folder / "c");
  EXPECT_EQ(data["kind"], "comparison");
  EXPECT_EQ(data["directory"], "c");
  EXPECT_EQ(data["command"][1], "compare");
  ASSERT_EQ(data["cases"].size(), 2u);
  auto const& one = data["cases"][0];
  EXPECT_EQ(one["status"], "finished");
  EXPECT_EQ(one["settings"], Json({{"solver.linear", "pcr"}}));
  EXPECT_EQ(one["steps"], 8);
  EXPECT_EQ(one["metrics"], Json({{"penetration_max_m", 1e-9}, {"error.mean", 2}}));
  EXPECT_EQ(one["history"]["newton"]["steps"], 8);
  // The common part is stored once, without the scene; differences are stored with the case.
  EXPECT_EQ(data["common"], Json({{"solver.type", "newton"},
                                  {"solver.tolerance", 1e-10},
                                  {"solver.linear.type", "pcr"},
                                  {"step", 0.01}}));
  EXPECT_EQ(one["configuration"], Json({{"duration", 0.08}}));
}

TEST(Comparison, FailedMissingAndUnreadableCasesAreCases) {
  Folder const folder;
  write_comparison(folder / "c", {{{"a", 1}}, {{"a", 2}}, {{"a", 3}}, {{"a", 4}}});
  write_run(folder / "c/cases/0000", 3);
  std::filesystem::create_directories(folder / "c/cases/0001");
  folder.write("c/cases/0001/result.json", R"({"status": "failed", "error": "killed"})");
  std::filesystem::create_directories(folder / "c/cases/0002");
  folder.write("c/cases/0002/result.json", R"({"status": )");
  Json const data = read_comparison(folder / "c");
  EXPECT_EQ(data["cases"][0]["status"], "finished");
  EXPECT_EQ(data["cases"][1]["status"], "failed");
  EXPECT_EQ(data["cases"][1]["error"], "killed");
  EXPECT_EQ(data["cases"][2]["status"], "unreadable");
  EXPECT_THAT(data["cases"][2]["error"].get<std::string>(), HasSubstr("0002/result.json"));
  EXPECT_EQ(data["cases"][3]["status"], "missing");
  EXPECT_THAT(data["cases"][3]["error"].get<std::string>(), HasSubstr("no result.json"));
  EXPECT_EQ(data["common"]["solver.type"], "newton");
}

/// Repetitions differ in time only.
TEST(Comparison, HistoriesAreOfTheFirstOfEqualCases) {
  Folder const folder;
  write_comparison(folder / "c", {{{"a", 1}}, {{"a", 1}}, {{"a", 2}}});
  for (char const* name : {"0000", "0001", "0002"}) write_run(folder / "c/cases" / name, 2);
  Json const data = read_comparison(folder / "c");
  EXPECT_TRUE(data["cases"][0].contains("history"));
  EXPECT_FALSE(data["cases"][1].contains("history"));
  EXPECT_TRUE(data["cases"][2].contains("history"));
}

TEST(Comparison, OneRunIsAComparisonOfOneCase) {
  Folder const folder;
  write_run(folder / "r", 4);
  Json const data = read_comparison(folder / "r");
  EXPECT_EQ(data["kind"], "run");
  ASSERT_EQ(data["cases"].size(), 1u);
  EXPECT_EQ(data["cases"][0]["status"], "finished");
  EXPECT_EQ(data["command"], Json({"orthant", "run", "some.json"}));
}

TEST(Comparison, StepsThatAreNotSolvedAreToldToThePage) {
  Folder const folder;
  write_run(folder / "r", 4);
  Json result = some_result(4);
  result["unsolved"] = {{"steps", 3}, {"first_step", 2}};
  folder.write("r/result.json", result.dump());
  EXPECT_EQ(read_comparison(folder / "r")["cases"][0]["unsolved"], result["unsolved"]);
}

TEST(Comparison, AnEarlyStopIsNoEnd) {
  Folder const folder;
  write_run(folder / "r", 4);
  Json result = some_result(4);
  result["exit_reason"] = "state not finite after step 4";
  folder.write("r/result.json", result.dump());
  EXPECT_EQ(read_comparison(folder / "r")["cases"][0]["status"], "stopped");
}

TEST(Comparison, MembersThatAreNullOrOfOtherTypesAreRefused) {
  Folder const folder;
  write_run(folder / "r", 4);
  for (char const* key : {"experiment", "file", "configuration", "versions", "device"}) {
    Json result = some_result(4);
    result[key] = nullptr;
    folder.write("r/result.json", result.dump());
    EXPECT_THAT(refused(folder / "r"), HasSubstr("result.json/" + std::string(key)));
  }
  write_comparison(folder / "c", {Json::object()});
  Json comparison = read_json_file((folder / "c/comparison.json").string());
  comparison["cases"][0]["configuration"] = "none";
  folder.write("c/comparison.json", comparison.dump());
  EXPECT_EQ(read_comparison(folder / "c")["cases"][0]["status"], "missing");
}

[[maybe_unused]] bool const directories =
    test_rows("Directories", "report/directories.json", [](Json const& row) {
      Folder const folder;
      if (row.contains("run")) write_run(folder / "c", 4);
      prepare(folder, row);
      if (row.contains("says")) return expect_said(refused(folder / "c"), row);
      expect_values(read_comparison(folder / "c")["cases"][0], row["case"]);
    });

}  // namespace
}  // namespace orthant::test
