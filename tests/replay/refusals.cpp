// Directories that are not of a playable run, and their messages.
#include <gmock/gmock.h>

#include <fstream>

#include "experiments/app/pages/page.hpp"
#include "experiments/app/replay/recording.hpp"
#include "tests/replay/runs.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;
namespace fs = std::filesystem;

void expect_refused(Folder const& folder, std::vector<std::string> const& parts) {
  try {
    read_recording(folder / "out");
    ADD_FAILURE() << "read, in place of " << parts.front();
  } catch (Error const& error) {
    for (auto const& part : parts) EXPECT_THAT(error.what(), HasSubstr(part));
  }
}

TEST(ReplayRefuses, WhatIsNoRun) {
  Folder const folder;
  expect_refused(folder, {"out: found no directory", "orthant run FILE --output"});
  fs::create_directories(folder / "out");
  expect_refused(folder, {"no result.json", "has ended"});
  folder.write("out/comparison.json", "{}");
  expect_refused(folder, {"a comparison", "out/cases/0000"});
  folder.write("out/result.json", R"({"status": "failed", "error": "no"})");
  expect_refused(folder, {"no configuration.scene"});
  folder.write("out/result.json", R"({"configuration": {"scene": {"bodies": 1}}})");
  expect_refused(folder, {"result.json/configuration/scene/bodies"});
}

TEST(ReplayRefuses, NumbersThatNoRunHas) {
  Folder const folder;
  run_small(folder);
  Json const whole = Json::parse(contents(folder / "out/result.json"));
  auto const change = [&](char const* pointer, Json const& value) {
    Json changed = whole;
    changed[Json::json_pointer(pointer)] = value;
    folder.write("out/result.json", changed.dump());
  };
  for (Json const& wrong : {Json(0), Json(-1), Json("one"), Json(1e300), Json()}) {
    change("/worlds", wrong);
    expect_refused(folder, {"result.json/worlds: found"});
    change("/configuration/output/trajectory_worlds", wrong);
    expect_refused(folder, {"/output/trajectory_worlds: found"});
  }
  change("/configuration/output", "none");
  expect_refused(folder, {"result.json"});
  for (Json const& wrong : {Json("none"), Json(-1), Json(1e300)}) {
    change("/configuration/seed", wrong);
    expect_refused(folder, {"result.json/configuration/seed: found"});
  }
  Json fixed = whole;
  auto& scene = fixed["configuration"]["scene"];
  scene["bodies"] = {{{"name", "f"}, {"motion", "fixed"}}};
  scene["joints"] = scene["assemblies"] = Json::array();
  folder.write("out/result.json", fixed.dump());
  expect_refused(folder, {"scene/bodies: found none that moves"});
}

TEST(ReplayRefuses, ARunWithoutTrajectory) {
  Folder const folder;
  run_small(folder, {{"output", {{"trajectory_every", 0}}}});
  expect_refused(folder, {"no trajectory.csv", "--set output.trajectory_every=1"});
}

TEST(ReplayRefuses, DamagedTables) {
  Folder const folder;
  run_small(folder);
  auto const whole = contents(folder / "out/trajectory.csv");
  auto const change = [&](std::string const& from, std::string const& to) {
    std::string text = whole;
    text.replace(text.rfind(from), from.size(), to);
    folder.write("out/trajectory.csv", text);
  };
  change(",rod,", ",road,");
  expect_refused(folder, {"trajectory.csv, line 19", "\"road\"", "a body"});
  change(",rod,", ",assembly 0/1,");
  expect_refused(folder, {"line 19", "\"rod\": the bodies that move, in their order"});
  change("\n5,", "\n1,");
  expect_refused(folder, {"line 19: found step 1 after step 5"});
  change(",rod,", ",rod,1,");
  expect_refused(folder, {"line 19: found 18 cells, allowed: 17"});
  folder.write("out/trajectory.csv", whole.substr(0, whole.rfind('\n', whole.size() - 2) + 1));
  expect_refused(folder, {"step 5 without all bodies"});
  folder.write("out/trajectory.csv", whole.substr(0, whole.find('\n') + 1));
  expect_refused(folder, {"no row"});
}

TEST(ReplayRefuses, DamagedTablesOfJoints) {
  Folder const folder;
  run_small(folder, {{"output", {{"joints", true}}}});
  auto const whole = contents(folder / "out/joints.csv");
  std::string other = whole;
  other.replace(other.rfind("joint 0"), 7, "joint 1");
  folder.write("out/joints.csv", other);
  expect_refused(folder, {"joints.csv, line 7", "\"joint 1\"", "\"joint 0\": the joints"});
  folder.write("out/joints.csv", whole + "5,0.05,0,joint 0,0,0,0\n");
  expect_refused(folder, {"joints.csv: found step 5 without all joints"});
}

TEST(ReplayCommand, AsksForWhatPicturesNeed) {
  if (!have_pages()) GTEST_SKIP() << "a build without pages";
  Folder const folder;
  run_small(folder);
  auto const said = [&](std::vector<std::string> const& words, char const* environment = "") {
    std::vector<std::string> all = {"replay", "out"};
    all.insert(all.end(), words.begin(), words.end());
    auto const ended = folder.run(all, environment);
    EXPECT_EQ(ended.status, 2);
    return ended.err;
  };
  EXPECT_THAT(said({"--at", "1"}), HasSubstr("--png"));
  EXPECT_THAT(said({"--png", "a.png", "--gif", "a.gif"}), HasSubstr("[--png,--gif,--mp4]"));
  EXPECT_THAT(said({"--speed", "1"}), HasSubstr("--speed: found no film"));
  EXPECT_THAT(said({"--size", "640x480"}), HasSubstr("--size: found no picture"));
  EXPECT_THAT(said({"--png", "a.png", "--size", "641x480"}), HasSubstr("\"641x480\""));
  EXPECT_THAT(said({"--png", "a.png", "--size", "640"}), HasSubstr("WIDTHxHEIGHT"));
  EXPECT_THAT(said({"--png", "a.jpg"}),
              HasSubstr("--png: found \"a.jpg\", allowed: a file that ends in .png"));
  EXPECT_THAT(said({"--gif", "gif"}), HasSubstr("--gif: found \"gif\""));
  EXPECT_THAT(said({"--mp4", "a.mov"}), HasSubstr("ends in .mp4"));
  EXPECT_THAT(said({"--gif", "a.gif", "--speed", "0"}), HasSubstr("--speed: found 0"));
  EXPECT_THAT(said({"--mp4", "a.mp4"}, "PATH=/none"), HasSubstr("Debian has it as \"ffmpeg\""));
  EXPECT_THAT(said({"--png", "a.png"}, "PATH=/none"), HasSubstr("Debian has it as \"chromium\""));
  EXPECT_FALSE(fs::exists(folder / "out/replay.html"));
}

TEST(ReplayCommand, WritesAPageOrSaysWhyNot) {
  Folder const folder;
  run_small(folder, {{"name", "<script> & co"}});
  auto const ended = folder.run({"replay", "out"});
  if (!have_pages()) {
    EXPECT_EQ(ended.status, 2);
    EXPECT_THAT(ended.err, HasSubstr("this build has no pages"));
    return;
  }
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_THAT(ended.out, HasSubstr("out/replay.html"));
  auto const html = contents(folder / "out/replay.html");
  EXPECT_THAT(html, HasSubstr("<title>&lt;script> &amp; co"));
  EXPECT_THAT(html, HasSubstr(std::string(replay_script())));
  EXPECT_EQ(html.substr(0, html.find("<script>")).find("src="), html.npos)
      << "nothing from outside";
  EXPECT_EQ(folder.run({"replay", "out", "-o", "b.html"}).status, 0);
  EXPECT_EQ(contents(folder / "b.html"), html);
  auto const refused = folder.run({"replay", "none"});
  EXPECT_EQ(refused.status, 2);
  EXPECT_EQ(refused.err.rfind("error: none: found no directory", 0), 0u) << refused.err;
  EXPECT_EQ(folder.run({"replay", "out", "-o", "none/b.html"}).status, 2);
}

}  // namespace
}  // namespace orthant::test
