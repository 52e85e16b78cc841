// Performance profiles of a table small enough to do by hand, and tables through a file.
#include "bench/problems/profiles.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <filesystem>

#include "core/config/error.hpp"

namespace orthant {
namespace {

using ::testing::ElementsAre;

Record solved(std::string const& problem, std::string const& solver, double time) {
  return {problem, 1, solver, 1e-8, true, 1e-9, time, 5, "converged"};
}

/// Times of a and b on p1 ... p4: (1, 2), (8, 2), (3, -), (-, -): no solver solves p4.
std::vector<Record> table() {
  std::vector<Record> out = {solved("p1", "a", 1), solved("p1", "b", 2), solved("p2", "a", 8),
                             solved("p2", "b", 2), solved("p3", "a", 3), solved("p3", "b", 1),
                             solved("p4", "a", 1), solved("p4", "b", 20)};
  out[5].error = 1e-7;  // says that it converged, but did not
  out[6].error = nothing_returned;
  return out;
}

TEST(Profiles, SharesAreThoseOfTheTable) {
  auto const profiles = performance_profiles(table(), 1e-8, 10);
  ASSERT_EQ(profiles.size(), 2u);
  auto const &a = profiles[0], &b = profiles[1];
  EXPECT_EQ(a.solver, "a");
  EXPECT_EQ(a.problems, 4);
  EXPECT_THAT(a.ratios, ElementsAre(1, 1, 4));
  EXPECT_THAT(b.ratios, ElementsAre(1, 2));
  EXPECT_EQ(a.share(1), 0.5);
  EXPECT_EQ(a.share(3.99), 0.5);
  EXPECT_EQ(a.share(4), 0.75);
  EXPECT_EQ(a.share(1e9), 0.75);
  EXPECT_EQ(b.share(1), 0.25);
  EXPECT_EQ(b.share(2), 0.5);
}

TEST(Profiles, TimesBeyondTheLimitDoNotCount) {
  auto const profiles = performance_profiles(table(), 1e-8, 25);  // now b solves p4
  EXPECT_EQ(profiles[0].solved() + profiles[1].solved(), 6);
  EXPECT_THAT(performance_profiles(table(), 1e-8, 2.5)[0].ratios, ElementsAre(1, 2));
}

TEST(Profiles, APairIsComparedWhereBothSolve) {
  auto const pair = pair_up(table(), 1e-8, 10, "a", "b");
  EXPECT_EQ(pair.both, 2);
  EXPECT_EQ(pair.only_first, 1);
  EXPECT_EQ(pair.only_second, 0);
  EXPECT_NEAR(pair.time_ratio, std::sqrt(0.5 * 4), 1e-15);
}

TEST(Profiles, ASolverThatSolvesNothingIsListed) {
  auto records = table();
  records.push_back(solved("p1", "c", 11));
  auto const profiles = performance_profiles(records, 1e-8, 10);
  ASSERT_EQ(profiles.size(), 3u);
  EXPECT_EQ(profiles[2].solver, "c");
  EXPECT_EQ(profiles[2].share(1e9), 0);
  EXPECT_EQ(profiles[2].tried, 1);
  EXPECT_EQ(profiles[0].tried, 4);
}

std::string temporary(char const* name) {
  return (std::filesystem::path(::testing::TempDir()) / name).string();
}

TEST(Records, AFileGivesThemBackAndTheLastOneCounts) {
  std::string const path = temporary("orthant_records.csv");
  Record odd = solved("a,b", "x", 0.1);
  odd.reason = "line\nend, \"quoted\"";
  {
    RecordFile file(path);
    file.add(odd);
    file.add(solved("p", "x", 1));
    file.add(solved("p", "x", 0.1 + 0.2));
  }
  auto const back = read_records({path});
  ASSERT_EQ(back.size(), 2u);
  EXPECT_EQ(back[0].problem, "a;b");
  EXPECT_EQ(back[0].reason, "line end;  quoted ");
  EXPECT_EQ(back[0].iterations, 5);
  EXPECT_TRUE(back[0].converged);
  EXPECT_EQ(back[1].time, 0.1 + 0.2);
  EXPECT_THAT(tolerances(back), ElementsAre(1e-8));
  std::filesystem::remove(path);
}

TEST(Records, AnotherTableIsRefused) {
  std::string const path = temporary("orthant_no_records.csv");
  std::ofstream(path) << "time,x\n";
  EXPECT_THROW(read_records({path}), Error);
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace orthant
