// What a run says about itself, and where.
#include <gmock/gmock.h>

#include <thread>

#include "experiments/app/cli/run_teller.hpp"
#include "tests/program/sessions.hpp"
#include "tests/resume/runs.hpp"

namespace orthant::test {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

[[maybe_unused]] bool const sessions =
    test_rows("Sessions", "resume/sessions.json", [](Json const& row) { play(row); });

TEST(RunTeller, SaysALineAtRegularTimes) {
  std::vector<std::string> said;
  RunTeller teller(
      500, "step", false, [&](std::string const& line) { said.push_back(line); },
      std::chrono::milliseconds(20));
  teller.at({.done = 100, .time = 1, .solved = 100});  // a run that goes on
  EXPECT_THAT(said, ::testing::IsEmpty());
  std::this_thread::sleep_for(std::chrono::milliseconds(25));
  teller.at({.done = 300, .time = 3, .solved = 299});
  teller.at({.done = 301, .time = 3.01, .solved = 300});
  ASSERT_EQ(said.size(), 1u);
  EXPECT_THAT(said[0], ContainsRegex("^step 300 of 500, 3 s: 99.6 % solved; [0-9.e+]+ steps/s, "
                                     "[0-9.e+]+ s in a second$"));
  std::this_thread::sleep_for(std::chrono::milliseconds(25));
  teller.at({.done = 302, .time = 3.02, .solved = {}});  // another simulator
  ASSERT_EQ(said.size(), 2u);
  EXPECT_THAT(said[1], ContainsRegex("^step 302 of 500, 3.02 s: [0-9.e+]+ steps/s"));
}

TEST(Saying, GoesToALogWhateverTheTerminalGets) {
  Folder const folder;
  Json input = with_all_tables(9);
  input["output"]["snapshot_every"] = 1e-9;
  auto const file = folder.write("a.json", input.dump());
  auto const quiet = folder.run({"run", file, "-q", "--log", "log.txt", "-o", "out"});
  EXPECT_EQ(quiet.out + quiet.err, "");
  auto const log = contents(folder / "log.txt");
  EXPECT_THAT(log, ContainsRegex("^20[0-9-]+ [0-9:.]+ \\[[DIWE]\\] "));
  EXPECT_THAT(log, HasSubstr(" [I] step 3 of 9, "));
  EXPECT_THAT(log, HasSubstr(" [D] snapshot after step 9, "));
  EXPECT_THAT(log, HasSubstr(" [I]   steps_converged                  9\n"));
  EXPECT_THAT(log, HasSubstr(" [I] results: out\n"));
  auto const plain = folder.run({"run", file, "-o", "out"});
  EXPECT_THAT(plain.err, HasSubstr("step 3 of 9, "));
  EXPECT_THAT(plain.err, Not(HasSubstr("snapshot")));
  EXPECT_THAT(folder.run({"run", file, "-v", "-o", "out"}).err,
              HasSubstr("snapshot after step 9, "));
}

}  // namespace
}  // namespace orthant::test
