// The command orthant diff: what differs between two runs.
#include <gmock/gmock.h>

#include <fstream>

#include "tests/resume/runs.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A ball on a straight line, without gravity: where it is, is known.
Json ball(double speed) {
  Json input = Json::parse(R"({
    "name": "ball", "step": 0.125, "steps": 8,
    "scene": {"gravity": [0, 0, 0], "bodies": [
      {"name": "still", "mass": 1, "inertia": [1, 1, 1], "position": [0, 9, 0]},
      {"name": "ball", "mass": 1, "inertia": [1, 1, 1]}]}})");
  input["scene"]["bodies"][1]["velocity"] = {speed, 0, 0};
  return input;
}

class Diff : public ::testing::Test {
 protected:
  void run(std::string const& name, Json const& input) {
    auto const ended = folder_.run({"run", folder_.write(name + ".json", input.dump()), "-q",
                                    "--set", "limits.speed=1e3", "-o", name});
    ASSERT_EQ(ended.status, 0) << ended.err;
  }
  Ended diff(std::string const& a, std::string const& b) { return folder_.run({"diff", a, b}); }

  Folder folder_;
};

TEST_F(Diff, OfARunAndItselfIsNone) {
  run("a", ball(1));
  run("b", ball(1));
  auto const ended = diff("a", "b");
  EXPECT_EQ(ended.status, 0) << ended.out;
  EXPECT_EQ(ended.out,
            "configuration: the same\nresult: the same\nmetrics: the same\n"
            "trajectory: the same bits in 9 steps\n");
}

TEST_F(Diff, NamesKeysMetricsAndTheFirstStep) {
  run("a", ball(1));
  Json other = ball(1);
  other["scene"]["bodies"][1]["force"] = {0.5, 0, 0};
  run("b", other);
  auto const ended = diff("a", "b");
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.out, HasSubstr("  scene.bodies.1.force"));
  EXPECT_THAT(ended.out, HasSubstr("  speed_max_m_s: 1.0 | 1.5, by 0.5, 0.33 of it"));
  // Implicit Euler: k steps of h move the ball by a h^2 k (k + 1)/2 more.
  EXPECT_THAT(ended.out, HasSubstr("trajectory: differs from step 1 on, in x_m of \"ball\"\n"
                                   "  step 1, 0.125 s: centres are up to 0.00781 m apart, of "
                                   "\"ball\"\n"
                                   "  step 8, 1 s: centres are up to 0.281 m apart, of \"ball\", "
                                   "the last in both\n"));
}

TEST_F(Diff, IsOfBits) {
  run("a", ball(1));
  run("b", ball(1));
  std::string text;
  for (auto const& line : lines(folder_ / "b/trajectory.csv"))
    text += (line.starts_with("5,0.625,0,ball,0.625,")
                 ? "5,0.625,0,ball,0.6250000000000001," + line.substr(21)
                 : line) +
            '\n';
  folder_.write("b/trajectory.csv", text);
  auto const ended = diff("a", "b");
  EXPECT_EQ(ended.status, 1);
  EXPECT_THAT(ended.out, HasSubstr("trajectory: differs from step 5 on, in x_m of \"ball\"\n"
                                   "  step 5, 0.625 s: centres are up to 1.11e-16 m apart"));
  EXPECT_THAT(ended.out, HasSubstr("  step 8, 1 s: centres are up to 0 m apart, the last"));
}

TEST_F(Diff, OfStepsThatCannotBeComparedSaysSo) {
  run("a", ball(1));
  Json other = ball(1);
  other["step"] = 0.25;
  run("b", other);
  EXPECT_EQ(diff("a", "b").status, 1);
  EXPECT_THAT(diff("a", "b").out,
              HasSubstr("trajectory: not compared: step 1 ends at 0.125 s and at 0.25 s"));
  other = ball(1);
  other["scene"]["bodies"][1]["name"] = "bullet";
  run("c", other);
  EXPECT_THAT(diff("a", "c").out, HasSubstr("not compared: step 0 has other bodies: \"ball\" and "
                                            "\"bullet\""));
}

TEST_F(Diff, OfMoreOrFewerSteps) {
  run("a", ball(1));
  Json other = ball(1);
  other["steps"] = 6;
  run("b", other);
  EXPECT_THAT(diff("a", "b").out, HasSubstr("trajectory: the same bits in the 7 steps of both\n"
                                            "  steps in one alone: 2 in the first, 0 in the "
                                            "second\n"));
  other = ball(1);
  other["output"] = {{"trajectory_every", 0}};
  run("c", other);
  EXPECT_THAT(diff("a", "c").out, HasSubstr("trajectory: only in the first"));
  EXPECT_EQ(diff("a", "c").status, 1);
}

TEST_F(Diff, OfOtherDirectoriesIsAnError) {
  run("a", ball(1));
  std::filesystem::create_directory(folder_ / "empty");
  for (auto const& [other, why] : {std::pair{"nowhere", "nowhere: found no directory"},
                                   {"empty", "empty: found no result.json"}}) {
    auto const ended = diff("a", other);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.out, "");
    EXPECT_THAT(ended.err, HasSubstr(why));
  }
  folder_.write("empty/comparison.json", "{}");
  EXPECT_THAT(diff("empty", "a").err, HasSubstr("found a comparison, allowed: one of its cases"));
}

}  // namespace
}  // namespace orthant::test
