// How runs end: as expected, with an unmet expectation, or early; and their messages.
#include <gmock/gmock.h>

#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;

struct Run {
  Ended ended;
  Json result;
  std::size_t steps;  // rows of steps.csv
};

Run run(Json const& input) {
  Folder const folder;
  auto const file = folder.write("a.json", input.dump());
  Run out{folder.run({"run", file, "-q", "-o", "out"}), {}, 0};
  out.result = Json::parse(contents(folder / "out/result.json"), nullptr, false);
  out.steps = lines(folder / "out/steps.csv").size() - 1;
  return out;
}

TEST(Endings, AnExpectationThatIsNotMetIsStatusOne) {
  Json input = small_experiment();
  input["expect"] = {{"steps", {{"min", 6}}}, {"final.ball.x_m", {{"max", 1}}}};
  auto const [ended, result, steps] = run(input);
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(steps, 5u);
  ASSERT_EQ(result["expectations"]["unmet"].size(), 2u);
  EXPECT_THAT(ended.err, HasSubstr("error: expectation not met: steps: expected"));
  std::string const all = result["expectations"]["unmet"].dump();
  EXPECT_THAT(all, HasSubstr("steps: expected a number >= 6, found 5"));
  EXPECT_THAT(all, HasSubstr("final.ball.x_m: expected a number <= 1, but the result has no"));
}

/// Two spheres fall on a floor, with room for one contact.
TEST(Endings, ContactsThatDoNotFitAreCounted) {
  Json input = small_experiment();
  input["scene"] = Json::parse(R"({
    "contact": {"capacity": 1},
    "assemblies": [{"type": "floor"}],
    "bodies": [
      {"name": "a", "mass": 1, "position": [0, 0, 0.5], "shapes": [{"type": "sphere", "radius": 0.1}]},
      {"name": "b", "mass": 1, "position": [9, 0, 0.5], "shapes": [{"type": "sphere", "radius": 0.1}]}
    ]})");
  input["steps"] = 100;
  auto const [ended, result, steps] = run(input);
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.err, HasSubstr("stopped early: contact capacity: room for 1 contacts more"));
  std::string const reason = result["exit_reason"];
  EXPECT_THAT(reason, HasSubstr("in step " + std::to_string(steps + 1)));
  // sqrt(2 (0.5 - 0.1) / 9.81) = 0.2856 s to the floor, minus a step and the margin
  EXPECT_GE(steps, 25u);
  EXPECT_LE(steps, 28u);
  EXPECT_EQ(result["steps"], steps);
}

/// Where steps before were not solved, contacts that do not fit are no wrong input.
TEST(Endings, ContactsThatDoNotFitAfterStepsThatAreNotSolved) {
  Json input = small_experiment();
  input["scene"] = Json::parse(R"({
    "contact": {"capacity": 1},
    "assemblies": [{"type": "floor"}],
    "bodies": [
      {"name": "a", "mass": 1, "position": [0, 0, 0.5], "shapes": [{"type": "sphere", "radius": 0.1}]},
      {"name": "b", "mass": 1, "position": [9, 0, 0.5], "shapes": [{"type": "sphere", "radius": 0.1}]},
      {"name": "arm", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0, 9, 9]}],
    "joints": [{"type": "hinge", "b": "arm", "point": [1, 9, 9], "axis": [0, 1, 0],
                "limits": {"upper": 0.01}, "motor": {"type": "velocity", "target": 2}}]})");
  input["steps"] = 100;
  auto const [ended, result, steps] = run(input);
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(ended.err, HasSubstr("stopped early: contact capacity"));
  EXPECT_THAT(ended.err, HasSubstr("are not solved"));
}

TEST(Endings, AStateThatIsNotFiniteEndsTheRun) {
  Json input = small_experiment();
  input["scene"]["bodies"][0]["force"] = {1e300, 0, 0};
  input["expect"] = Json::object();
  input["steps"] = 50;
  auto const [ended, result, steps] = run(input);
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(ended.err, HasSubstr("state not finite after step"));
  EXPECT_EQ(result["exit_reason"], "state not finite after step " + std::to_string(steps));
  EXPECT_LT(steps, 50u);
}

TEST(Endings, NoStepsAreARunToo) {
  Json input = small_experiment();
  input["steps"] = 0;
  input["expect"] = {{"steps", {{"equals", 0}}}, {"metrics.penetration_max_m", {{"max", 1e-12}}}};
  auto const [ended, result, steps] = run(input);
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(steps, 0u);
}

/// Without any iteration loaded contacts cannot be solved.
Json unsolved_experiment() {
  Json input = small_experiment();
  input["solver"]["max_iterations"] = 0;
  input["expect"] = Json::object();
  return input;
}

TEST(Endings, StepsThatAreNotSolvedHaveAStatusOfTheirOwn) {
  auto const [ended, result, steps] = run(unsolved_experiment());
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(ended.err, HasSubstr("warning: 5 of 5 steps are not solved: the first is step 1 "
                                   "(0.01 s), iteration limit reached; rows are missed by up to "));
  EXPECT_THAT(ended.err, ::testing::Not(HasSubstr("\x1b"))) << "colours are for terminals";
  EXPECT_EQ(steps, 5u);
  EXPECT_EQ(result["steps"], 5);
  EXPECT_EQ(result["steps_converged"], 0);
  EXPECT_EQ(result["exit_reason"], "end of the experiment");
  EXPECT_EQ(result["configuration"]["unsolved"], "warn");
  auto const& unsolved = result["unsolved"];
  EXPECT_EQ(unsolved["steps"], 5);
  EXPECT_EQ(unsolved["first_step"], 1);
  EXPECT_EQ(unsolved["first_time_s"], 0.01);
  EXPECT_EQ(unsolved["first_reason"], "iteration limit reached");
  EXPECT_GT(unsolved["worst_residual_m_s"], 0.09) << "g h, of a cube at rest";
}

TEST(Endings, AStepThatIsNotSolvedMayEndTheRun) {
  Json input = unsolved_experiment();
  input["unsolved"] = "stop";
  auto const [ended, result, steps] = run(input);
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(steps, 1u) << "with the step in its files";
  EXPECT_EQ(result["status"], "stopped");
  EXPECT_EQ(result["exit_reason"], "step 1 is not solved: iteration limit reached");
  EXPECT_EQ(result["unsolved"]["steps"], 1);
}

/// The equations are solved, and yet the motion is wrong.
Json crossing() {
  Json input = small_experiment();
  input.erase("expect");
  input["scene"] = Json::parse(R"({
    "gravity": [0, 0, 0], "contact": {"level": "velocity", "speculative": false},
    "bodies": [
      {"name": "wall", "motion": "fixed",
       "shapes": [{"type": "box", "size": [0.02, 1, 1]}]},
      {"name": "ball", "mass": 1, "position": [-0.5, 0, 0], "velocity": [100, 0, 0],
       "shapes": [{"type": "sphere", "radius": 0.02}]}]})");
  input["unsolved"] = "stop";
  return input;
}

TEST(Endings, AStepThatCrossesSaysSo) {
  auto const [ended, result, steps] = run(crossing());
  EXPECT_EQ(ended.status, 3);
  EXPECT_EQ(result["exit_reason"], "step 1 is not solved: shapes went through each other");
  EXPECT_EQ(result["crossings"], 1);
}

TEST(Endings, NoTableCallsAStepConvergedThatIsNotSolved) {
  Folder const folder;
  auto const file = folder.write("a.json", crossing().dump());
  EXPECT_EQ(folder.run({"run", file, "-q", "-o", "out"}).status, 3);
  auto const row = lines(folder / "out/steps.csv").at(1);
  EXPECT_THAT(row, HasSubstr(",shapes went through each other,"));
  EXPECT_THAT(row, ::testing::Not(HasSubstr("converged")));
}

/// A straight row of hinges between two walls carries no load across it.
TEST(Endings, JointsThatContradictEachOtherAreNamed) {
  Json input = small_experiment();
  input.erase("expect");
  input["scene"] = Json::parse(R"({
    "bodies": [
      {"name": "left", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [0.5, 0, 0]},
      {"name": "right", "mass": 1, "inertia": [0.1, 0.1, 0.1], "position": [1.5, 0, 0]}],
    "joints": [
      {"type": "hinge", "b": "left", "point": [0, 0, 0], "axis": [0, 1, 0]},
      {"type": "hinge", "a": "left", "b": "right", "point": [1, 0, 0], "axis": [0, 1, 0]},
      {"type": "hinge", "b": "right", "point": [2, 0, 0], "axis": [0, 1, 0]}]})");
  auto const [ended, result, steps] = run(input);
  EXPECT_EQ(ended.status, 3);
  EXPECT_THAT(std::string(result["unsolved"]["first_reason"]),
              HasSubstr("rows of the joints say what others say already"));
}

TEST(Endings, StepsThatAreNotSolvedMayBeIgnored) {
  Json input = unsolved_experiment();
  input["unsolved"] = "ignore";
  auto const [ended, result, steps] = run(input);
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(ended.err, "");
  EXPECT_EQ(result["unsolved"]["steps"], 5) << "the result tells all the same";
}

TEST(Endings, ExpectationsComeFirst) {
  Json input = unsolved_experiment();
  input["expect"] = {{"unsolved.steps", {{"equals", 5}}}};
  EXPECT_EQ(run(input).ended.status, 3);
  input["expect"] = {{"steps_converged", {{"equals", 5}}}};
  EXPECT_EQ(run(input).ended.status, 1);
}

TEST(Endings, AllStepsSolvedAreSaidToBe) {
  auto const [ended, result, steps] = run(small_experiment());
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(result["unsolved"], Json({{"steps", 0}}));
}

/// Messages at every second step, and at the first unsolved one.
TEST(Endings, ARunSaysHowItStands) {
  Json input = unsolved_experiment();
  input["output"] = {{"messages_every", 2}};
  Folder const folder;
  auto const ended = folder.run({"run", folder.write("a.json", input.dump()), "-o", "out"});
  auto const said = lines(folder / "out/messages.txt");
  ASSERT_EQ(said.size(), 3u);
  EXPECT_THAT(said[0],
              HasSubstr("step 1 of 5, 0.01 s: not solved, iteration limit reached; 1 so far "
                        "was not solved; "));
  EXPECT_THAT(said[1], HasSubstr("step 2 of 5, 0.02 s: "));
  EXPECT_THAT(said[2], HasSubstr("4 so far were not solved; "));
  EXPECT_THAT(said[2], HasSubstr(" J since the start"));
  for (auto const& each : said) EXPECT_THAT(ended.err, HasSubstr(each));
}

/// A body of 1 kg falls for 1 s in steps of 10 ms.
Json falling() {
  return Json::parse(R"({
    "scene": {"bodies": [
      {"name": "at rest", "motion": "fixed"},
      {"name": "apple", "mass": 1, "inertia": [1, 1, 1], "angular_velocity": [0, 2, 0]}]},
    "step": 0.01, "duration": 1})");
}

TEST(Endings, ABodyBeyondALimitEndsTheRun) {
  Json input = falling();
  input["limits"] = {{"speed", 5}};  // 9.81 m/s^2 gives 5.003 m/s in step 51
  auto const fast = run(input);
  EXPECT_EQ(fast.ended.status, 3);
  EXPECT_EQ(fast.steps, 51u);
  EXPECT_EQ(fast.result["status"], "stopped");
  std::string const why = fast.result["exit_reason"];
  EXPECT_THAT(why, HasSubstr("\"apple\" moves at 5.003"));
  EXPECT_THAT(why, HasSubstr("m/s after step 51, beyond limits/speed, 5"));
  EXPECT_THAT(fast.ended.err, HasSubstr("stopped early: \"apple\" moves at 5.003"));
  input["limits"] = {{"distance", 1}};
  EXPECT_THAT(run(input).result["exit_reason"].get<std::string>(),
              HasSubstr("\"apple\" is away from its start by 1.0"));
  input["limits"] = {{"spin", 1}};
  EXPECT_THAT(run(input).result["exit_reason"].get<std::string>(),
              HasSubstr("\"apple\" turns at 2 rad/s after step 1, beyond limits/spin, 1"));
}

/// In any units the motion of a scene is far from its limits.
TEST(Endings, LimitsGrowWithTheScene) {
  EXPECT_EQ(run(falling()).result["configuration"]["limits"],
            Json({{"distance", 1e8}, {"speed", 1e6}, {"spin", 1e6}}));
  for (double const time : {1e-6, 1e6})
    for (double const length : {1e-6, 1e6}) {
      Json input = falling();
      input["scene"]["gravity"] = {0, 0, -9.81 * length / (time * time)};
      input["scene"]["bodies"][1]["angular_velocity"] = {0, 2 / time, 0};
      input["step"] = 0.01 * time;
      input["duration"] = time;
      auto const [ended, result, steps] = run(input);
      EXPECT_EQ(ended.status, 0) << ended.err;
      auto const& metrics = result["metrics"];
      auto const& limits = result["configuration"]["limits"];
      EXPECT_GE(limits["speed"], 999 * metrics["speed_max_m_s"].get<double>());
      EXPECT_GE(limits["distance"], 999 * metrics["drift_max_m"].get<double>());
      EXPECT_GE(limits["spin"], 999 * metrics["spin_max_rad_s"].get<double>());
    }
}

}  // namespace
}  // namespace orthant::test
