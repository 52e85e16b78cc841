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
    for (int k = 0; k <= iterations; ++k)
      history.push_back({.iteration = k, .worlds_running = 1, .residual = {.joint = 1. / (1 + k)}});
    report.reason = reason;
    report.log = {&record, 1};
    report.history = history;
  }
  Solved(Solved const&) = delete;  // spans
  Solved& of(char const* stage) {
    record.stage = stage;
    return *this;
  }
  SolveRecord record;
  std::vector<IterationRecord> history;
  NonlinearReport report;
};

/// Attempt, stage, solver and iteration of each record, and why a solve ended at it.
std::vector<std::string> told(NonlinearReport const& report) {
  std::vector<std::string> out;
  for (auto const& each : report.history)
    out.push_back(std::to_string(each.attempt) + " " + each.stage + " " + each.solver + " " +
                  std::to_string(each.iteration) +
                  (each.last ? std::string(" ") + text(each.reason) : ""));
  return out;
}

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

TEST(FoldedReport, ItsIterationsKnowTheirSolve) {
  Solved failed(1, StopReason::stalled), follower(1), again(1), positions(0);
  FoldedReport in_turn, attempts, step;
  in_turn.clear();
  in_turn.instead(failed.of("step").report, "newton");
  in_turn.instead(follower.of("step").report, "hybrid");
  attempts.first(in_turn.all());
  attempts.begin_attempt();
  attempts.instead(again.of("step").report);
  step.first(attempts.all());
  EXPECT_EQ(told(step.then(positions.of("positions").report)),
            (std::vector<std::string>{"0 step newton 0", "0 step newton 1 stalled",
                                      "0 step hybrid 0", "0 step hybrid 1 converged", "1 step  0",
                                      "1 step  1 converged", "1 positions  0 converged"}));
}

/// One that asks a second solver, one that the first one solves, and others at rest.
TEST(FoldedReport, IslandsKeepTheirIterations) {
  Solved failed(1, StopReason::stalled), follower(0), solved(1);
  for (auto* each : {&failed, &follower, &solved}) each->of("step");
  FoldedReport one, other, joined, step;
  one.clear();
  one.instead(failed.report, "newton");
  one.instead(follower.report, "hybrid");
  other.clear();
  other.instead(solved.report, "newton");
  NonlinearReport rest;
  IterationRecord const start{.residual = {.normal = 1e-12}};
  SolvedBy const by{"newton", 1};
  rest.history = {&start, 1};
  rest.solved_by = {&by, 1};
  rest.worlds_converged = 1;
  joined.first(rest);
  EXPECT_EQ(joined.all().history.size(), 1u);
  joined.beside(one.all(), 0, "newton");
  joined.beside(other.all(), 1, "newton");
  step.first(joined.all());
  auto const all = step.all();
  EXPECT_EQ(told(all), (std::vector<std::string>{"0 step newton 0", "0 step newton 1 stalled",
                                                 "0 step hybrid 0 converged", "0 step newton 0",
                                                 "0 step newton 1 converged"}));
  for (std::size_t k = 0; k < 5; ++k) EXPECT_EQ(all.history[k].island, k < 3 ? 0 : 1);
}

/// Groups of worlds: they end with what is left of any of them.
TEST(FoldedReport, GroupsOfWorldsJoinSolveBySolve) {
  Solved failed(2, StopReason::stalled), follower(1), solved(4);
  for (auto* each : {&failed, &follower, &solved}) each->of("step");
  FoldedReport one, other, joined;
  one.clear();
  one.instead(failed.report, "newton");
  one.instead(follower.report, "hybrid");
  other.clear();
  other.instead(solved.report, "newton");
  joined.clear();
  joined.beside_worlds(one.all(), 0);
  joined.beside_worlds(other.all(), 1);
  auto const all = joined.all();
  EXPECT_EQ(told(all),
            (std::vector<std::string>{"0 step newton 0", "0 step newton 1", "0 step newton 2",
                                      "0 step newton 3", "0 step newton 4 stalled",
                                      "0 step hybrid 0", "0 step hybrid 1 converged"}));
  EXPECT_EQ(all.history[0].worlds_running, 2);
  EXPECT_EQ(all.history[4].residual.joint, 1. / 3);  // the first has ended, unsolved
  EXPECT_EQ(all.history[6].residual.joint, 1. / 2);
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
