// What a comparison refuses before anything runs, with the path, the value and what is allowed; and
// how `run` and `check` treat a sweep.
#include <gmock/gmock.h>

#include "tests/comparison/background.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

TEST(SweepRefusals, WrongValuesAreNamedBeforeAnythingRuns) {
  Folder const folder;
  std::pair<char const*, char const*> const wrong[] = {
      {R"({"solver.linear": ["pcr", "prc"]})",
       R"(a.json/sweep/solver.linear/1: refused: a.json/solver/linear/type: "prc" is not one of)"},
      {R"({"solver.linaer": ["pcr"]})", "a.json/solver/linaer: unknown key, allowed: friction"},
      {R"({"solvr.linear": ["pcr"]})", "a.json/solvr: unknown key, allowed: $schema, backend"},
      {R"({"step": [0.01, -1], "solver.linear": ["pcr", "cholmod"]})",
       "a.json/sweep/step/1: refused: a.json/step: found -1, allowed: a number > 0"},
      {R"({"zip": {"solver": ["newton", {"type": "newton", "tolerence": 1}]}})",
       "a.json/sweep/zip/solver/1: refused: a.json/solver/tolerence: unknown key"},
      {R"({"scene.assemblies.1.count": [2]})",
       R"(a.json/sweep: every case is refused: a.json/sweep/scene.assemblies.1.count: found "1")"},
      {R"({"seeds": {"scene.assemblies.0.seed": 3}})",
       "a.json/sweep/seeds/scene.assemblies.0.seed: refused: a.json/scene/assemblies/0/seed: "
       "unknown"},
      {R"({"duration": [0.015, 0.025]})", "a.json/sweep: every case is refused: a.json/duration"},
      {R"({"step": []})", "a.json/sweep/step: found an array of 0"}};
  for (auto const& [sweep, message] : wrong) {
    folder.write("a.json", stack_with(sweep).dump());
    for (char const* command : {"compare", "check"}) {
      auto const ended = folder.run({command, "a.json"});
      EXPECT_EQ(ended.status, 2) << sweep;
      EXPECT_THAT(ended.err, HasSubstr(message)) << command;
    }
  }
  EXPECT_FALSE(fs::exists(folder / "results"));
}

TEST(SweepRefusals, RunTakesTheBaseCaseAndSaysSo) {
  Folder const folder;
  folder.write("a.json", stack_with(R"({"solver.linear": ["pcr", "cholmod"]})").dump());
  auto const ended = folder.run({"run", "a.json", "-o", "out"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out + ended.err, HasSubstr("`orthant compare` runs the 2 cases"));
  auto const result = Json::parse(contents(folder / "out/result.json"));
  EXPECT_EQ(result["status"], "finished");
  EXPECT_FALSE(result["configuration"].contains("sweep"));
  folder.write("a.json", stack_with(R"({"solver.linear": "pcr"})").dump());
  EXPECT_THAT(folder.run({"run", "a.json"}).err, HasSubstr("a.json/sweep/solver.linear: found"));
}

TEST(SweepRefusals, CheckTellsOfCombinationsThatWillFail) {
  Folder const folder;
  folder.write("a.json", stack_with(R"({"step": [0.01, 0.03]})").dump());
  auto const ended = folder.run({"check", "a.json"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, HasSubstr("sweep: 2 cases"));
  EXPECT_THAT(ended.out, HasSubstr("step=0.03: a.json/duration: found 0.2, allowed: a multiple"));
}

TEST(SweepRefusals, ExperimentsHaveNamesOfTheirOwn) {
  Folder const folder;
  for (char const* file : {"a.json", "b.json"})
    folder.write(file, stack_with(R"({"step": [0.01]})").dump());
  auto const ended = folder.run({"compare", "a.json", "b.json"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr(R"(b.json/name: found "stack", as in a.json)"));
}

TEST(SweepRefusals, AComparisonIsNeitherOverwrittenNorMixed) {
  Folder const folder;
  folder.write("a.json", stack_with(R"({"step": [0.01]})").dump());
  ASSERT_EQ(folder.run({"compare", "a.json", "-q", "-o", "out"}).status, 0);
  auto const before = contents(folder / "out/cases/0000/result.json");
  auto const again = folder.run({"compare", "a.json", "-q", "-o", "out"});
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, HasSubstr("out: found a comparison, allowed: another directory, or"));
  auto const other =
      folder.run({"compare", "a.json", "-o", "out", "--resume", "--set", "duration=0.1"});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr(R"(out/comparison.json: found other "experiments")"));
  EXPECT_EQ(folder.run({"compare", "a.json", "-q", "-o", "out", "--resume"}).status, 0);
  EXPECT_EQ(contents(folder / "out/cases/0000/result.json"), before);
}

}  // namespace
}  // namespace orthant::test
