// No choice gives a wrong result: samples of the campaign, each from a covering array with its own
// seed.
#include "bench/oracle/campaign.hpp"

#include <gtest/gtest.h>

namespace orthant::oracle {
namespace {

class Sample : public ::testing::TestWithParam<unsigned> {};

TEST_P(Sample, HasNothingWrong) {
  std::vector<Judged> rows;
  auto const factors = all_factors();
  run_campaign({.seed = GetParam(), .limit = 300, .seconds = 5},
               [&](Judged const& j, CoveringArray const&) {
                 rows.push_back(j);
                 auto const v = j.judgement.verdict;
                 if (v == Verdict::wrong || v == Verdict::crash)
                   ADD_FAILURE() << text(v) << ": " << j.judgement.why << '\n'
                                 << experiment_of(factors, j.row).dump(1);
               });
  ASSERT_EQ(rows.size(), 300u);
  // A campaign without runs would also find nothing wrong.
  auto const right = std::count_if(rows.begin(), rows.end(), [](auto const& j) {
    return j.judgement.verdict == Verdict::right;
  });
  // Nearly half of the rows are refused, because many choices exclude each other.
  EXPECT_GT(right, 130);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Sample, ::testing::Values(11, 12, 13, 14));

}  // namespace
}  // namespace orthant::oracle
