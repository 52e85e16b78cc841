// Arrays that are not initialised: their previous content has no effect on a step.
#include <gtest/gtest.h>

#include "tests/program/process.hpp"

namespace orthant::test {
namespace {

/// All columns except the times, which come last.
std::vector<std::string> steps_of(Folder const& folder, Json const& input,
                                  std::string const& environment) {
  auto const file = folder.write("experiment.json", input.dump());
  auto const ended = folder.run({"run", file, "-q", "-o", "out"}, environment);
  EXPECT_EQ(ended.status, 0) << ended.err;
  auto out = lines(folder / "out/steps.csv");
  for (auto& line : out) line.resize(line.rfind(',', line.rfind(',') - 1));  // without its times
  return out;
}

TEST(Memory, ThatIsNewHasNoPartInAStep) {
  Folder const folder;
  Json batch = small_experiment();
  batch["worlds"] = 3;
  for (auto const& input : {small_experiment(), batch}) {
    auto const expected = steps_of(folder, input, "");
    ASSERT_EQ(expected.size(), 6u);
    for (char const* with : {"90", "165"}) {
      std::string environment = "GLIBC_TUNABLES=glibc.malloc.perturb=";
      EXPECT_EQ(steps_of(folder, input, environment += with), expected) << with;
    }
  }
}

}  // namespace
}  // namespace orthant::test
