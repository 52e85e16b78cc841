// Searches for a critical value: a known one is found, and what has none is refused.
#include <gmock/gmock.h>

#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/runnable/runnable.hpp"
#include "orthant/core/config/json_file.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"
#include "tests/table.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

/// A box that is pushed with 0.4 of its weight: it stays where friction is 0.4 or more.
Json pushed_box() { return base_of("pushed"); }

TEST(Searches, FindTheFrictionThatHolds) {
  Folder const folder;
  auto const file = folder.write("a.json", pushed_box().dump());
  auto const ended = folder.run({"run", file, "-o", "out", "-q"});
  ASSERT_EQ(ended.status, 0) << ended.err;
  auto const result = read_json_file(folder / "out/result.json");
  auto const& search = result["search"];
  double const low = search["bracket"][0], high = search["bracket"][1];
  EXPECT_LE(low, 0.4);
  EXPECT_GE(high, 0.4);
  EXPECT_LE(high - low, 0.01);
  EXPECT_EQ(search["holds_at"], high);
  EXPECT_EQ(result["parameters"]["mu"], 0.5);
  EXPECT_EQ(result["configuration"]["scene"]["bodies"][1]["friction"], high);
  EXPECT_EQ(search["runs"].size(), 9u) << "both ends, and 0.8 / 2^7 < 0.01";
  EXPECT_EQ(result["steps"], 90);
  EXPECT_EQ(lines(folder / "out/search.csv").size(), 10u);
  EXPECT_EQ(lines(folder / "out/search.csv")[0], "run,value,holds,unsolved,way.end");
  for (auto const& row : read_csv(folder / "out/search.csv").rows) EXPECT_EQ(row[3], "0");
  EXPECT_EQ(search["runs"][0]["unsolved"], 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "out/runs/0008/result.json"));
}

/// Runs of 10 steps each, stopped every 25 steps.
TEST(Searches, GoOnWithoutTheRunsThatWereMade) {
  Folder const folder;
  Json const input = pushed_box();
  auto const search = [&](char const* directory, int most, bool goes_on) {
    int asked = 0;
    return build_runnable(input, "a.json")
        ->run({.directory = folder / directory,
               .stop = [&] { return asked++ == most ? "SIGTERM" : ""; },
               .resume = goes_on});
  };
  Json const whole = search("whole", 1000, false);
  Json part = search("parts", 25, false);
  EXPECT_EQ(part["exit_reason"], "interrupted by SIGTERM after step 5");
  EXPECT_EQ(part["status"], "stopped");
  EXPECT_EQ(part["search"]["bracket"], Json({0.1, 0.9}));
  EXPECT_EQ(part["search"]["holds_at"], 0.9);
  EXPECT_EQ(part["search"]["runs"].size(), 2u) << "both ends; the third run was interrupted";
  EXPECT_EQ(read_json_file(folder / "parts/result.json")["search"], part["search"]);
  EXPECT_TRUE(part["expectations"]["unmet"].is_null());
  int parts = 1;
  for (; part["status"] != "finished" && parts < 10; ++parts) part = search("parts", 25, true);
  EXPECT_EQ(parts, 4) << "90 steps of 9 runs";
  EXPECT_EQ(part["search"], whole["search"]);
  EXPECT_EQ(lines(folder / "parts/search.csv"), lines(folder / "whole/search.csv"));
}

TEST(Searches, AreCasesOfAComparison) {
  Folder const folder;
  Json input = pushed_box();
  input["sweep"] = {{"scene.bodies.1.force.0", {1.962, 3.924, 981}}};
  input.erase("expect");
  auto const file = folder.write("a.json", input.dump());
  auto const ended = folder.run({"compare", file, "-o", "out"});
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.out, HasSubstr("at neither end, at 0.1 way.end = "));
  EXPECT_THAT(lines(folder / "out/cases.csv")[0], HasSubstr("metrics.search.high"));
  auto const low = [&](char const* id) {
    return read_json_file(folder / ("out/cases/" + std::string(id) +
                                    "/result.json"))["metrics"]["search"]["value"]
        .get<double>();
  };
  EXPECT_NEAR(low("0000"), 0.2, 0.01);
  EXPECT_NEAR(low("0001"), 0.4, 0.01);
  ASSERT_EQ(folder.run({"figure", "out", "-o", "a.py"}).status, 0);
  auto const script = contents(folder / "a.py");
  for (char const* part : {"'critical mu'", "'force x [N]'"}) EXPECT_THAT(script, HasSubstr(part));
  EXPECT_THAT(contents(folder / "a.csv"),
              ::testing::ContainsRegex(",point,1\\.962,0\\.[0-9]+,0\\.1[0-9]*,0\\.2[0-9]*,"));
}

/// A solver with one iteration solves no step with contact: the bracket is not one of the law.
TEST(Searches, SayAtWhichValuesStepsAreNotSolved) {
  Folder const folder;
  Json input = pushed_box();
  input["solver"] = {{"type", "newton"}, {"max_iterations", 1}};
  input["metrics"] = {{"speed", "vx(box)"}};
  input["search"]["until"] = "speed.end < 0.1";
  input["search"]["within"] = 0.3;
  input.erase("expect");
  auto const file = folder.write("a.json", input.dump());
  auto const ended = folder.run({"run", file, "-o", "out", "-q"});
  EXPECT_EQ(ended.status, 3) << ended.err;
  auto const runs = read_json_file(folder / "out/result.json")["search"]["runs"];
  std::string values;
  int count = 0;
  for (auto const& run : runs)
    if (run["unsolved"] > 0)
      values += (count++ == 0 ? "" : ", ") + text(run["value"].get<double>());
  ASSERT_GT(count, 1);
  EXPECT_THAT(ended.err,
              HasSubstr("warning: " + std::to_string(count) + " of " + std::to_string(runs.size()) +
                        " runs of the search have steps that are not solved, at " + values +
                        ": the bracket may be wrong\n"));
  auto const stopped = folder.run({"run", file, "-o", "b", "--set", "unsolved=stop"});
  EXPECT_THAT(stopped.err, HasSubstr("a.json/search: the run at 0.1 stopped early"));
}

TEST(Searches, EndsThatAgreeAreRefusedWithTheirValues) {
  Json input = pushed_box();
  input["search"]["between"] = {0.5, 0.9};
  auto const said = test::refusal([&] { build_runnable(input, "file")->run({}); });
  EXPECT_THAT(said,
              HasSubstr("file/search/between: found \"way.end < 1e-6\" at both ends, at 0.5"));
  EXPECT_THAT(said, HasSubstr("at 0.9 way.end = "));
}

}  // namespace
}  // namespace orthant::test
