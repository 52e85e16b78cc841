// Searches for a critical value: a known one is found, and what has none is refused.
#include <gmock/gmock.h>

#include "core/config/json_file.hpp"
#include "experiments/app/files/table.hpp"
#include "experiments/app/runnable/runnable.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

/// A box that is pushed with 0.4 of its weight: it stays where friction is 0.4 or more.
Json pushed_box() {
  return Json::parse(R"x({"parameters": {"mu": 0.5}, "scene": {"bodies": [
      {"name": "floor", "motion": "fixed", "friction": "$mu", "shapes": [{"type": "half_space"}]},
      {"name": "box", "mass": 1, "friction": "$mu", "position": [0, 0, 0.1],
       "force": [3.924, 0, 0], "shapes": [{"type": "box", "size": [0.2, 0.2, 0.2]}]}]},
    "step": 0.01, "duration": 0.1, "output": {"trajectory_every": 0},
    "metrics": {"way": "x(box)"},
    "search": {"path": "parameters.mu", "between": [0.1, 0.9], "until": "way.end < 1e-6",
               "within": 0.01},
    "expect": {"metrics.search.value": {"near": 0.4, "within": 0.01}}})x");
}

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
  for (std::vector<std::string> const& words :
       {std::vector<std::string>{"figure", "out", "-o", "a.pdf", "--plot", "energy"},
        {"replay", "out"}})
    EXPECT_THAT(folder.run(words).err,
                HasSubstr("a search, allowed: one of its runs, as out/runs/0000"));
}

/// The runs over the number, with the bound and the critical value, and the bracket of each run.
TEST(Searches, AreDrawn) {
  Folder const folder;
  auto const file = folder.write("a.json", pushed_box().dump());
  ASSERT_EQ(folder.run({"run", file, "-o", "out", "-q"}).status, 0);
  ASSERT_EQ(folder.run({"figure", "out", "-o", "a.py"}).status, 0);
  auto const script = contents(folder / "a.py");
  for (char const* part :
       {"critical mu between 0.3938 and 0.4000", "'way end'", "'label': 'way.end < 1e-6'",
        "'label': 'not way.end < 1e-6'", "'level': 1e-06"})
    EXPECT_THAT(script, HasSubstr(part));
  EXPECT_THAT(contents(folder / "a.csv"), HasSubstr("2,way.end < 1e-6,point,2,0.9,0.1,0.9,\n"
                                                    "2,way.end < 1e-6,point,3,0.5,0.1,0.5,\n"));
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

/// One that has ended stays as it is, and one of another question is refused, ended or not.
TEST(Searches, GoOnOnlyAsTheyWereBegun) {
  Folder const folder;
  auto const file = folder.write("a.json", pushed_box().dump());
  ASSERT_EQ(folder.run({"run", file, "-q", "-o", "out"}).status, 0);
  auto const result = contents(folder / "out/result.json"),
             table = contents(folder / "out/search.csv");
  auto const again = folder.run({"run", file, "-o", "out", "--resume"});
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.err, HasSubstr("the search has ended: "));
  for (bool const ended : {true, false}) {
    if (!ended) std::filesystem::remove(folder / "out/result.json");
    for (char const* change : {"search.within=0.3", "search.until=way.end > 1",
                               "search.between=[0.2,0.9]", "step=0.02"}) {
      auto const other = folder.run({"run", file, "-o", "out", "--resume", "--set", change});
      EXPECT_EQ(other.status, 2) << change;
      EXPECT_THAT(other.err, HasSubstr("as the run was begun; or another directory")) << change;
    }
    EXPECT_EQ(contents(folder / "out/search.csv"), table);
    if (ended) {
      EXPECT_EQ(contents(folder / "out/result.json"), result);
    }
  }
  EXPECT_EQ(folder.run({"run", file, "-q", "-o", "out", "--resume"}).status, 0);
  EXPECT_EQ(contents(folder / "out/search.csv"), table);
}

/// Runs of searches are compared one by one.
TEST(Searches, DifferWhereOneOfTheirRunsDoes) {
  Folder const folder;
  Json input = pushed_box();
  input["output"]["trajectory_every"] = 1;
  auto const file = folder.write("a.json", input.dump());
  for (char const* out : {"a", "b"})
    ASSERT_EQ(folder.run({"run", file, "-q", "-o", out}).status, 0);
  EXPECT_EQ(folder.run({"diff", "a", "b"}).status, 0);
  auto table = contents(folder / "b/runs/0003/trajectory.csv");
  table[table.size() - 2] = table[table.size() - 2] == '7' ? '3' : '7';
  folder.write("b/runs/0003/trajectory.csv", table);
  auto const ended = folder.run({"diff", "a", "b"});
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.out, HasSubstr("runs/0002, trajectory: the same bits"));
  std::filesystem::remove_all(folder / "b/runs/0003");
  EXPECT_THAT(folder.run({"diff", "a", "b"}).out, HasSubstr("runs/0003: only in the first"));
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

std::string refused_search(char const* pointer, Json const& value) {
  Json input = pushed_box();
  input[Json::json_pointer(pointer)] = value;
  return test::refusal([&] { build_runnable(input, "file"); });
}

TEST(Searches, WrongOnesAreRefusedBeforeARun) {
  EXPECT_THAT(refused_search("/search/until", "wai.end < 1"),
              HasSubstr("file/search/until: found \"wai.end\", allowed: metrics of a run"));
  EXPECT_THAT(refused_search("/search/until", "1 < 2"), HasSubstr("found no metric"));
  EXPECT_THAT(refused_search("/search/until", "way.end <"),
              HasSubstr("file/search/until: found the end"));
  EXPECT_THAT(refused_search("/search/until", "way.end = 1"),
              HasSubstr("\"= 1\" at character 9 of the expression, allowed: an operator, or the "
                        "end; numbers are compared by <=, >=, < or >"));
  EXPECT_THAT(refused_search("/search/path", "mu"), HasSubstr("\"parameters.mu\""));
  EXPECT_THAT(refused_search("/search/between", {1, 1}), HasSubstr("found 1 twice"));
  EXPECT_THAT(refused_search("/search/within", 1e-30), HasSubstr("above the round-off"));
  EXPECT_THAT(refused_search("/search/path", "expect.a"), HasSubstr("a number of what is run"));
  EXPECT_THAT(refused_search("/search/path", "parameters.nu"),
              HasSubstr("file/search/path: found \"nu\""));
  EXPECT_THAT(refused_search("/search/between", {-1, 1}), HasSubstr("friction: found -1"));
  EXPECT_THAT(refused_search("/search/untill", "x"), HasSubstr("untill"));
  EXPECT_THAT(refused_search("/sweep", {{"parameters.mu", {0.1, 0.2}}}),
              HasSubstr("which the search sets"));
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
