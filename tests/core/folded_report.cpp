// The log of solves in a report that is joined from others.
#include "orthant/core/step/detail/folded_report.hpp"

#include <gtest/gtest.h>

namespace orthant::test {
namespace {

/// A report of one solve.
struct Solved {
  explicit Solved(int iterations, StopReason reason = StopReason::converged) {
    record.iterations = report.iterations = iterations;
    record.reason = report.reason = reason;
    report.log = {&record, 1};
  }
  SolveRecord record;
  NonlinearReport report;
};

TEST(FoldedReport, NumbersAttemptsThrough) {
  Solved const failed(3, StopReason::stalled), follower(5), again(2), positions(1);
  FoldedReport in_turn, attempts, step;
  in_turn.clear();
  in_turn.instead(failed.report, "newton");
  in_turn.instead(follower.report, "hybrid");
  attempts.first(in_turn.all());
  attempts.begin_attempt();
  attempts.instead(again.report);
  step.first(attempts.all());
  auto const all = step.then(positions.report);
  ASSERT_EQ(all.log.size(), 4u);
  int iterations = 0;
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(all.log[k].attempt, k < 2 ? 0 : 1) << k;
    iterations += all.log[k].iterations;
  }
  EXPECT_STREQ(all.log[0].solver, "newton");
  EXPECT_STREQ(all.log[1].solver, "hybrid");
  EXPECT_STREQ(all.log[2].solver, "");
  EXPECT_EQ(iterations, all.iterations);
  EXPECT_TRUE(all.converged());
}

TEST(FoldedReport, KeepsTheWorkOfWhatIsTakenBack) {
  Solved const whole(3, StopReason::stalled), half(2);
  FoldedReport interval;
  interval.clear();
  interval.begin_attempt();
  interval.take_back(whole.report);
  interval.begin_attempt();
  interval.instead(half.report);
  interval.begin_attempt();
  interval.then(half.report);
  auto const all = interval.all();
  EXPECT_EQ(all.iterations, 7);
  EXPECT_TRUE(all.converged());
  ASSERT_EQ(all.log.size(), 3u);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(all.log[static_cast<std::size_t>(k)].attempt, k);
}

}  // namespace
}  // namespace orthant::test
