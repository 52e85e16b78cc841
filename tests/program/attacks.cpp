// Unexpected names, streams and directories: no command is executed, and nothing is lost silently.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/file.h>
#include <unistd.h>

#include <fstream>

#include "experiments/app/files/table_reader.hpp"
#include "experiments/app/process/external.hpp"
#include "experiments/app/run/run.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

namespace fs = std::filesystem;

TEST(External, TakesArgumentsAsTheyAre) {
  Folder const folder;
  EXPECT_EQ(run_external({.arguments = {"touch", "a'; touch b; '"}, .directory = folder / ""}), 0);
  EXPECT_TRUE(fs::exists(folder / "a'; touch b; '"));
  EXPECT_FALSE(fs::exists(folder / "b"));
  EXPECT_EQ(run_external({.arguments = {"no such program"}}), std::nullopt);
  EXPECT_EQ(run_external({.arguments = {"false"}}), 1);
}

TEST(RecordedMotion, WithTheNameOfACommandIsDrawnAndRunsNone) {
  Folder const folder;
  std::string const name = "x'; system \"touch X\"; 'y$(touch X)";
  fs::create_directories(folder / "data/m");
  std::string rows;
  for (int k = 0; k < 5; ++k) rows += "0,0,1,1,0,0,0,0,0,0,0,0,0\n";
  std::ofstream(folder / ("data/m/" + name + ".csv")) << rows;
  Json const input = {
      {"scene", {{"bodies", {{{"name", "b"}, {"mass", 1}, {"inertia", {1, 1, 1}}}}}}},
      {"step", 0.1},
      {"reference", {{"type", "recorded_motion"}, {"folder", "m"}, {"body", "b"}, {"rate", 10}}}};
  auto const file = folder.write("a.json", input.dump());
  auto const ended =
      folder.run({"run", file, "-q", "-o", "out"}, "ORTHANT_DATA=" + (folder / "data").string());
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(read_csv(folder / "out/compared.csv").rows[0][0], name);
  auto const drawn =
      folder.run({"figure", "out", "--plot", "compared", "--of", name, "-o", "f.py"});
  EXPECT_EQ(drawn.status, 0) << drawn.err;
  for (char const* place : {"X", "out/X", "data/X"}) EXPECT_FALSE(fs::exists(folder / place));
}

TEST(Assignments, OfManyLevelsAreRefused) {
  Folder const folder;
  auto const file = folder.write("a.json", small_experiment().dump());
  std::string path = "a";
  for (int k = 0; k < 30000; ++k) path += ".a";
  for (char const* value : {"=1", "="}) {
    auto const ended = folder.run({"check", file, "--set", path + value});
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.err, HasSubstr("30001 parts, allowed: up to 64"));
  }
  Json input = small_experiment();
  input["sweep"] = {{path, {1, 2}}};
  auto const swept = folder.write("b.json", input.dump());
  auto const ended = folder.run({"compare", swept, "-q"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("more than 64 parts"));
}

/// Runs the program with its output in `to`, or with a closed stream.
int status_of(Folder const& folder, std::string const& words, std::string const& to) {
  auto const command =
      "cd '" + (folder / "").string() + "' && '" ORTHANT_PROGRAM "' " + words + " " + to;
  int const status = std::system(command.c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(Streams, ThatTakeNothingAreTold) {
  Folder const folder;
  auto const file = folder.write("a.json", small_experiment().dump());
  for (std::string const& to : {std::string(">/dev/full"), std::string(">&-")})
    for (std::string const& words :
         {std::string("schema"), std::string("list"), std::string("--help"), "check '" + file + "'",
          "run '" + file + "' -o out"}) {
      EXPECT_EQ(status_of(folder, words, to + " 2>err"), 2) << words << to;
      EXPECT_THAT(contents(folder / "err"), HasSubstr("error: ")) << words << to;
    }
  EXPECT_EQ(status_of(folder, "check nothing", ">/dev/null 2>&-"), 2);
  EXPECT_EQ(status_of(folder, "check nothing", ">/dev/null 2>/dev/full"), 2);
}

TEST(Streams, ThatAreClosedAreNotTakenByFiles) {
  Folder const folder;
  auto const file = folder.write("a.json", small_experiment().dump());
  status_of(folder, "run '" + file + "' -o out", "<&- >&- 2>&-");
  for (auto const& line : lines(folder / "out/steps.csv"))
    EXPECT_THAT(line, Not(HasSubstr("results:")));
  EXPECT_TRUE(fs::exists(folder / "out/result.json"));
}

TEST(Memory, ThatIsShortEndsTheProgram) {
  Folder const folder;
  auto const file = folder.write("a.json", small_experiment().dump());
  auto const command =
      "ulimit -v 200000; timeout 60 '" ORTHANT_PROGRAM "' check '" + file + "' >/dev/null 2>&1";
  int const status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_NE(WEXITSTATUS(status), 124) << "it had to be killed";
}

TEST(ResultDirectory, AreWrittenByOneProcessAtATime) {
  Folder const folder;
  auto const file = folder.write("a.json", small_experiment().dump());
  fs::create_directories(folder / "out");
  int const held = open((folder / "out").c_str(), O_RDONLY | O_DIRECTORY);
  ASSERT_EQ(flock(held, LOCK_EX), 0);
  auto const ended = folder.run({"run", file, "-q", "-o", "out"});
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("out: found another process at work on it"));
  EXPECT_TRUE(fs::is_empty(folder / "out"));
  close(held);
  EXPECT_EQ(folder.run({"run", file, "-q", "-o", "out"}).status, 0);
}

TEST(ResultDirectory, ThatAreNotFiniteAreNotFinished) {
  Json input = {
      {"scene",
       {{"gravity", {0, 0, 0}},
        {"bodies",
         {{{"name", "b"}, {"mass", 1e300}, {"inertia", {1, 1, 1}}, {"velocity", {1e5, 0, 0}}}}}}},
      {"step", 0.01},
      {"steps", 1}};
  auto experiment = build_experiment(input, "e.json");
  Json const result = run_experiment(experiment, {});
  for (auto const& [name, value] : result["metrics"].items())
    if (value.is_number_float() && !std::isfinite(value.get<double>())) {
      EXPECT_EQ(result["status"], "stopped") << name;
    }
}

}  // namespace
}  // namespace orthant::test
