// The commands and their options.
#include <gmock/gmock.h>

#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

TEST(Options, VersionNamesThisProgramAndItsLibraries) {
  auto const ended = Folder().run({"--version"});
  EXPECT_EQ(ended.status, 0);
  for (char const* part : {"orthant ", "kokkos ", "eigen ", "compiler "})
    EXPECT_THAT(ended.out, HasSubstr(part));
}

TEST(Options, HelpNamesTheCommands) {
  auto const ended = Folder().run({"--help"});
  EXPECT_EQ(ended.status, 0);
  for (char const* command : {"run", "check", "list"}) EXPECT_THAT(ended.out, HasSubstr(command));
}

TEST(Options, ListShowsTheSameAsTextAndAsJson) {
  Folder const folder;
  auto const text = folder.run({"list"}), json = folder.run({"list", "--json"});
  EXPECT_EQ(text.status, 0);
  Json const entries = Json::parse(json.out);
  EXPECT_GT(entries.size(), 20u);
  for (auto const& entry : entries) {
    EXPECT_THAT(text.out, HasSubstr(entry["kind"].get<std::string>() + "\n"));
    EXPECT_THAT(text.out, HasSubstr("  " + entry["name"].get<std::string>() + " "));
    EXPECT_THAT(text.out, HasSubstr(entry["about"].get<std::string>() + "\n"));
  }
}

TEST(Options, CheckSimulatesAndWritesNothing) {
  Folder const folder;
  auto const file = folder.write("a.json", small_experiment().dump());
  auto const ended = folder.run({"check", file});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, HasSubstr("valid; 4 bodies, 1 joints, 1 world(s), 5 steps on serial"));
  EXPECT_FALSE(fs::exists(folder / "results"));
}

TEST(Options, ResultsStandInAFolderOfTheExperimentsName) {
  Folder const folder;
  auto const file = folder.write("a.json", small_experiment().dump());
  auto const ended = folder.run({"run", file});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out, HasSubstr("results/small"));
  EXPECT_THAT(ended.out, HasSubstr("steps_converged"));
  EXPECT_TRUE(fs::exists(folder / "results/small/result.json"));
}

TEST(Options, OutputNamesAnotherFolder) {
  Folder const folder;
  auto const file = folder.write("a.json", small_experiment().dump());
  for (char const* option : {"-o", "--output"})
    EXPECT_EQ(folder.run({"run", file, "-q", option, "x/" + std::string(option)}).status, 0);
  EXPECT_TRUE(fs::exists(folder / "x/-o/result.json"));
  EXPECT_TRUE(fs::exists(folder / "x/--output/result.json"));
  EXPECT_FALSE(fs::exists(folder / "results"));
}

TEST(Options, AnOlderResultIsReplaced) {
  Folder const folder;
  auto const file = folder.write("a.json", small_experiment().dump());
  for (char const* steps : {"steps=5", "steps=3"})
    folder.run({"run", file, "-q", "-o", "out", "--set", steps, "--set", "expect={}"});
  EXPECT_EQ(Json::parse(contents(folder / "out/result.json"))["steps"], 3);
  EXPECT_EQ(lines(folder / "out/steps.csv").size(), 4u);
}

TEST(Options, SetChangesValues) {
  Folder const folder;
  auto const file = folder.write("a.json", small_experiment().dump());
  EXPECT_EQ(folder
                .run({"run", file, "-q", "-o", "out", "--set", "steps=2", "--set", "expect={}",
                      "--set", "scene.assemblies.0.count=1", "--set", "solver.linear=pcr", "--set",
                      "output.trajectory_every=0"})
                .status,
            0);
  Json const result = Json::parse(contents(folder / "out/result.json"));
  EXPECT_EQ(result["steps"], 2);
  EXPECT_EQ(result["bodies"], 3);
  EXPECT_EQ(result["configuration"]["solver"]["linear"]["type"], "pcr");
  EXPECT_FALSE(fs::exists(folder / "out/trajectory.csv"));
}

TEST(Options, MoreThreadsThanABackendHasAreMentioned) {
  Folder const folder;
  auto const file = folder.write("a.json", small_experiment().dump());
  auto const ended = folder.run({"run", file, "-q", "--threads", "2"});
  EXPECT_EQ(ended.status, 0);
  EXPECT_THAT(ended.out + ended.err, HasSubstr("\"serial\" runs on 1"));
}

TEST(Options, WrongCommandLinesEndWithStatusTwo) {
  Folder const folder;
  auto const file = folder.write("a.json", small_experiment().dump());
  std::vector<std::vector<std::string>> const wrong = {{},
                                                       {"walk"},
                                                       {"run"},
                                                       {"run", file, "--threads", "0"},
                                                       {"run", file, "--set"},
                                                       {"run", file, "--speed", "2"},
                                                       {"check", file, file}};
  for (auto const& arguments : wrong) {
    auto const ended = folder.run(arguments);
    EXPECT_EQ(ended.status, 2);
    EXPECT_NE(ended.err, "");
  }
}

}  // namespace
}  // namespace orthant::test
