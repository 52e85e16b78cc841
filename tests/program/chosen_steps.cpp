// The key "step" as an accuracy: what is refused, and what a run tells of it.
#include <gmock/gmock.h>

#include "experiments/app/run/experiment.hpp"
#include "tests/config/refusal.hpp"
#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Json with_accuracy(Json const& step) {
  Json input = small_experiment();
  input["step"] = step;
  input.erase("steps");
  input.erase("expect");
  input["duration"] = 0.1;
  return input;
}

TEST(ChosenStepKey, IsCheckedAsAllOthers) {
  auto const said = [](Json const& step) {
    return refusal([&] { build_experiment(with_accuracy(step), "e.json"); });
  };
  EXPECT_THAT(said({{"longest", 0.01}}), HasSubstr("e.json/step/accuracy: found nothing"));
  EXPECT_THAT(said({{"accuracy", 1e-3}}), HasSubstr("e.json/step/longest: found nothing"));
  EXPECT_THAT(said({{"accuracy", 0}, {"longest", 0.01}}),
              HasSubstr("e.json/step/accuracy: found 0"));
  EXPECT_THAT(said({{"accuracy", 1e-3}, {"longest", -1}}),
              HasSubstr("e.json/step/longest: found -1"));
  EXPECT_THAT(said({{"accuracy", 1e-3}, {"longest", 0.01}, {"shortest", 1}}),
              HasSubstr("e.json/step/shortest: unknown key"));
  EXPECT_THAT(said("fast"), HasSubstr("e.json/step: found \"fast\""));
}

TEST(ChosenStepKey, IsRefusedBesideWhatIsOfSingleSteps) {
  Json input = with_accuracy({{"accuracy", 1e-3}, {"longest", 0.01}});
  input["output"]["residuals"] = "worlds";
  EXPECT_THAT(refusal([&] { build_experiment(input, "e.json"); }),
              HasSubstr("e.json/output/residuals: found residuals of iterates"));
  input["output"].erase("residuals");
  input["record_systems"] = {{"steps", {1}}};
  EXPECT_THAT(refusal([&] { build_experiment(input, "e.json"); }),
              HasSubstr("e.json/record_systems: found"));
}

TEST(ChosenSteps, HaveColumnsAndCountsOfTheirOwn) {
  Folder folder;
  auto const file =
      folder.write("a.json", with_accuracy({{"accuracy", 1e-5}, {"longest", 0.01}}).dump());
  ASSERT_EQ(folder.run({"run", file, "-o", "out", "-q"}).status, 0);
  auto const result = Json::parse(contents(folder / "out/result.json"));
  EXPECT_EQ(result["steps"], 10);
  EXPECT_GE(result["chosen_steps"]["made"].get<int>(), 20);
  EXPECT_LE(result["metrics"]["error_estimate_max"].get<double>(), 1e-5);
  auto const table = contents(folder / "out/steps.csv");
  EXPECT_THAT(table,
              HasSubstr("steps_made,parts_rejected,shortest_step_s,error_estimate,inaccurate"));
  ASSERT_EQ(folder.run({"run", file, "-o", "plain", "-q", "--set", "step=0.01"}).status, 0);
  EXPECT_THAT(contents(folder / "plain/steps.csv"), Not(HasSubstr("steps_made")));
}

}  // namespace
}  // namespace orthant::test
