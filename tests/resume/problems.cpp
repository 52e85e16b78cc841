// Stored problems that a signal interrupts.
#include <gmock/gmock.h>

#include "experiments/app/runnable/runnable.hpp"
#include "tests/config/refusal.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

TEST(InterruptedProblems, HaveAResultOfThoseBefore) {
  Folder const folder;
  for (char const* name : {"a.dat", "b.dat", "c.dat"})
    folder.write(name, "3 1 0 3 3 3 3 1 0 0 0 1 0 0 0 1 -2 0 0 0.5");  // W = 1, at rest
  Json const input = Json::parse(R"({"problems": {"files": "*.dat"}, "solver": "hybrid",
                                     "expect": {"problems_solved": {"equals": 3}}})");
  auto const file = (folder / "e.json").string();
  int asked = 0;
  RunOptions options{.directory = folder / "out",
                     .stop = [&] { return asked++ == 2 ? "SIGINT" : ""; }};
  build_runnable(input, file)->run(options);
  Json const result = Json::parse(contents(folder / "out/result.json"));
  EXPECT_EQ(result["status"], "stopped");
  EXPECT_EQ(result["exit_reason"], "interrupted by SIGINT after 2 problems");
  EXPECT_EQ(result["problems_solved"], 2);
  EXPECT_TRUE(result["expectations"]["unmet"].is_null());
  EXPECT_EQ(lines(folder / "out/problems.csv").size(), 3u);
  options.resume = true;
  EXPECT_THAT(refusal([&] { build_runnable(input, file)->run(options); }),
              HasSubstr("e.json/problems: found --resume of stored problems"));
}

}  // namespace
}  // namespace orthant::test
