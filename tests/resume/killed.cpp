// Processes that a signal ends at some step, and what they leave.
#include <gmock/gmock.h>
#include <unistd.h>

#include <csignal>
#include <random>

#include "tests/comparison/background.hpp"
#include "tests/resume/runs.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

/// The steps in the result so far; -1 without one.
int steps_so_far(std::filesystem::path const& directory) {
  Json const result = Json::parse(contents(directory / "result.json"), nullptr, false);
  return result.is_object() ? result["steps"].get<int>() : -1;
}

/// A scene whose run takes long enough to be killed, with a snapshot after every step.
Json long_run() {
  Json input = with_all_tables(400);
  input.erase("solver");
  input["worlds"] = 2;
  input["output"]["snapshot_every"] = 1e-9;
  return input;
}

/// Starts the run, or goes on with it, and sends the signal at or after the step. Returns how it
/// ended, as Background does.
int cut(Folder const& folder, std::string const& file, int step, int signal) {
  Background run({"run", file, "-q", "--resume", "-o", (folder / "cut").string()});
  EXPECT_TRUE(wait_until([&] { return steps_so_far(folder / "cut") >= step; }));
  for (int k = 0; k < (signal == SIGKILL ? 1 : 2); ++k) run.send(signal);  // as timeout(1) does
  return run.wait();
}

TEST(Killed, ARunGoesOnInBits) {
  Folder const folder;
  auto const file = folder.write("a.json", long_run().dump());
  ASSERT_EQ(folder.run({"run", file, "-q", "-o", "whole"}).status, 0);
  std::mt19937 random(static_cast<unsigned>(getpid()));
  int step = 0;
  for (int const signal : {SIGKILL, SIGTERM, SIGINT, SIGKILL}) {
    step += 1 + static_cast<int>(random() % 80);
    EXPECT_EQ(cut(folder, file, step, signal), -signal);
    Json const result = Json::parse(contents(folder / "cut/result.json"));
    EXPECT_GE(result["steps"], step);
    EXPECT_LT(result["steps"], 400);
    EXPECT_EQ(result["status"], signal == SIGKILL ? "running" : "stopped");
    EXPECT_TRUE(result["expectations"]["unmet"].is_null());
    if (signal == SIGTERM) {
      EXPECT_EQ(result["exit_reason"],
                "interrupted by SIGTERM after step " + std::to_string(result["steps"].get<int>()));
    }
    step = result["steps"];  // else the next would be cut before it has begun
    EXPECT_TRUE(std::filesystem::exists(folder / "cut/snapshot.bin"));
    auto const report = folder.run({"report", "cut"});
    if (report.err.find("this build has no pages") != std::string::npos) continue;
    EXPECT_EQ(report.status, 0) << report.err;
    EXPECT_EQ(folder.run({"replay", "cut"}).status, 0);
    for (char const* page : {"report.html", "replay.html"})
      std::filesystem::remove(folder / "cut" / page);
  }
  auto const ended = folder.run({"run", file, "--resume", "-o", "cut"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.err, HasSubstr("goes on after step "));
  EXPECT_EQ(different_files(folder / "whole", folder / "cut"), "");
  auto const again = folder.run({"run", file, "--resume", "-o", "cut"});
  EXPECT_EQ(again.status, 0);
  EXPECT_THAT(again.err, HasSubstr("the run has ended: end of the experiment"));
}

/// Between two flushes rows end anywhere.
TEST(Killed, ARunWithTornTablesIsPlayed) {
  Folder const folder;
  Json input = long_run();
  input["steps"] = 8;
  auto const file = folder.write("a.json", input.dump());
  ASSERT_EQ(folder.run({"run", file, "-q", "-o", "out"}).status, 0);
  Json result = Json::parse(contents(folder / "out/result.json"));
  result["status"] = "running";
  folder.write("out/result.json", result.dump());
  std::map<std::string, std::string> whole;
  for (char const* name :
       {"steps.csv", "newton.csv", "trajectory.csv", "contacts.csv", "joints.csv"})
    whole[name] = contents(folder / "out" / name);
  for (std::size_t lost : {1, 5, 40}) {
    for (auto const& [name, text] : whole)
      folder.write("out/" + name, text.substr(0, text.size() - lost));
    for (char const* command : {"report", "replay"}) {
      auto const ended = folder.run({command, "out"});
      if (ended.err.find("this build has no pages") != std::string::npos) GTEST_SKIP();
      EXPECT_EQ(ended.status, 0) << lost << " bytes: " << ended.err;
    }
  }
}

TEST(Killed, ARunWithoutASnapshotBeginsAnew) {
  Folder const folder;
  Json input = long_run();
  input["output"]["snapshot_every"] = 0;
  input["steps"] = 200000;
  auto const file = folder.write("a.json", input.dump());
  {
    Background run({"run", file, "-q", "-o", (folder / "cut").string()});
    EXPECT_TRUE(wait_until([&] { return steps_so_far(folder / "cut") > 0; }));
    run.send(SIGKILL);
    run.wait();
  }
  EXPECT_FALSE(std::filesystem::exists(folder / "cut/snapshot.bin"));
  std::filesystem::remove(folder / "cut/result.json");
  EXPECT_EQ(cut(folder, file, 5, SIGINT), -SIGINT);
  EXPECT_TRUE(std::filesystem::exists(folder / "cut/snapshot.bin")) << "of the signal";
}

}  // namespace
}  // namespace orthant::test
