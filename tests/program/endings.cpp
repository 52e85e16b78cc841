// How runs end: as expected, with an expectation not met, or early, and what they say then.
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
  input["expect"] = {{"steps", {{"min", 6}}}, {"metrics.no_such", {{"max", 1}}}};
  auto const [ended, result, steps] = run(input);
  EXPECT_EQ(ended.status, 1);
  EXPECT_EQ(steps, 5u);
  ASSERT_EQ(result["expectations"]["unmet"].size(), 2u);
  std::string const all = result["expectations"]["unmet"].dump();
  EXPECT_THAT(all, HasSubstr("steps: expected a number >= 6, found 5"));
  EXPECT_THAT(all, HasSubstr("metrics.no_such: expected a number <= 1, but the result has no"));
}

/// Two spheres fall on a floor that has room for one contact.
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
  // sqrt(2 (0.5 - 0.1) / 9.81) = 0.2856 s to the floor, less a step and the margin
  EXPECT_GE(steps, 25u);
  EXPECT_LE(steps, 28u);
  EXPECT_EQ(result["steps"], steps);
}

TEST(Endings, AStateThatIsNotFiniteEndsTheRun) {
  Json input = small_experiment();
  input["scene"]["bodies"][0]["force"] = {1e300, 0, 0};
  input["steps"] = 50;
  auto const [ended, result, steps] = run(input);
  EXPECT_EQ(ended.status, 2);
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

/// One Newton iteration is too few for a contact that opens: the run goes on and says so.
TEST(Endings, StepsThatDoNotConvergeAreCounted) {
  Json input = small_experiment();
  input["solver"]["max_iterations"] = 0;
  input["expect"] = Json::object();
  auto const [ended, result, steps] = run(input);
  EXPECT_EQ(ended.status, 0);
  EXPECT_EQ(result["steps"], 5);
  EXPECT_EQ(result["steps_converged"], 0);
  EXPECT_EQ(result["exit_reason"], "end of the experiment");
}

}  // namespace
}  // namespace orthant::test
