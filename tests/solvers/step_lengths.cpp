// The rules for the step length, with merits given by hand.
#include "orthant/solvers/nonlinear/step_lengths.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/registered.hpp"

namespace orthant::test::step_length {
namespace {

std::shared_ptr<StepLength<Space> const> make(Json const& settings) {
  Json resolved;
  return registered().step_lengths.make(Config(settings, resolved, "step"));
}

TEST(StepLengths, BeginWithinTheNewtonStepAndAFullOneDoesNotSearch) {
  for (auto const& name : registered().step_lengths.names()) {
    auto const rule = make({{"type", name}});
    EXPECT_GT(rule->first(), 0) << name;
    EXPECT_LE(rule->first(), 1) << name;
  }
  EXPECT_EQ(make({{"type", "full"}})->first(), 1);
  EXPECT_FALSE(make({{"type", "full"}})->searches());
}

/// Worlds in a search that began at the merit one.
struct Search {
  explicit Search(std::vector<Real> const& merits)
      : world("orthant::test", merits.size()), searching(BuiltRows::ints(world.extent(0))) {
    for (std::size_t w = 0; w < merits.size(); ++w) {
      world(w).search.merit_before = 1;
      world(w).error.merit = merits[w];
      searching(w) = 1;
    }
  }
  void judge(StepLength<Space> const& rule) {
    rule.judge({}, world, searching, static_cast<int>(world.extent(0)));
  }
  Array<Space, WorldProgress*> world;
  Array<Space, int*> searching;
};

TEST(Nonmonotone, AcceptsWhatDecreasesEnoughAndShortensTheRest) {
  auto const rule = make({{"type", "nonmonotone"}, {"decrease", 0.1}, {"shrink", 0.25}});
  Search s({0.5, 0.8, 0.81, 1, 3, HUGE_VAL});  // at length 1, 1 - 2 * 0.1 suffices
  s.judge(*rule);
  for (int w = 0; w < 6; ++w) {
    EXPECT_EQ(s.searching(w), w >= 2) << w;
    EXPECT_EQ(s.world(w).search.step, w >= 2 ? 0.25 : 1) << w;
  }
}

TEST(Nonmonotone, AsksForLessOfAShorterStepAndForANumber) {
  auto const rule = make({{"type", "nonmonotone"}, {"decrease", 0.1}});
  Search s({0.9, 0.91, std::numeric_limits<Real>::quiet_NaN(), 2});
  for (int w : {0, 1}) s.world(w).search.step = 0.5;  // 1 - 2 * 0.1 * 0.5
  s.searching(3) = 0;
  s.judge(*rule);
  EXPECT_FALSE(s.searching(0));
  EXPECT_TRUE(s.searching(1));
  EXPECT_TRUE(s.searching(2));
  EXPECT_EQ(s.world(3).search.step, 1) << "a world that does not search";
  EXPECT_EQ(s.world(3).search.trials, 0);
}

TEST(Nonmonotone, GivesUpAfterItsTrialsAndSaysSo) {
  auto const rule = make({{"type", "nonmonotone"}, {"trials", 3}});
  Search s({2, 0});
  for (int trial = 1; trial <= 3; ++trial) {
    EXPECT_TRUE(s.searching(0));
    s.judge(*rule);
  }
  EXPECT_FALSE(s.searching(0));
  EXPECT_TRUE(s.world(0).search.failed);
  EXPECT_FALSE(s.world(1).search.failed);
}

TEST(Nonmonotone, ComparesWithTheLargestOfTheLastMerits) {
  auto const rule = make({{"type", "nonmonotone"}, {"memory", 2}, {"decrease", 0.1}});
  Search s({0.9});
  Real const before[] = {5, 1, 1}, merit[] = {4, 4.7, 4.7};
  bool const accepted[] = {true, true, false};  // 5 - 0.2 after 1; then 5 is forgotten
  for (int k = 0; k < 3; ++k) {
    s.world(0).iterations = k + 1;
    s.world(0).search.merit_before = before[k];
    s.world(0).error.merit = merit[k];
    s.world(0).search.step = 1;
    s.searching(0) = 1;
    s.judge(*rule);
    EXPECT_EQ(s.searching(0), accepted[k] ? 0 : 1) << k;
  }
}

}  // namespace
}  // namespace orthant::test::step_length
