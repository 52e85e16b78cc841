// A solver that crashes, throws, hangs or prints is a record, and the comparison goes on.
#include "bench/problems/child.hpp"

#include <gmock/gmock.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "bench/problems/attempt.hpp"

namespace orthant {
namespace {

using How = ChildEnd::How;
using ::testing::HasSubstr;

TEST(Child, ReturnsWhatTheWorkReturns) {
  std::string const text(100000, 'x');  // more than a pipe holds
  auto const end = run_in_child(10, [&] {
    std::puts("not a result");
    return text;
  });
  EXPECT_EQ(end.how, How::returned);
  EXPECT_EQ(end.text, text);
}

TEST(Child, ACrashIsNamed) {
  auto const end = run_in_child(10, []() -> std::string {
    std::signal(SIGSEGV, SIG_DFL);  // a sanitizer would report it in its own way
    std::raise(SIGSEGV);
    return "";
  });
  EXPECT_EQ(end.how, How::crashed);
  EXPECT_THAT(end.text, HasSubstr("crash"));
}

TEST(Child, SoIsALibraryThatEndsTheProcess) {
  auto const end = run_in_child(10, []() -> std::string { std::_Exit(7); });
  EXPECT_EQ(end.how, How::crashed);
  EXPECT_EQ(end.text, "exit 7");
}

TEST(Child, AnExceptionIsPassedOn) {
  auto const end = run_in_child(10, []() -> std::string { throw std::runtime_error("singular"); });
  EXPECT_EQ(end.how, How::threw);
  EXPECT_EQ(end.text, "singular");
}

TEST(Child, AHangIsEnded) {
  auto const end = run_in_child(0.1, []() -> std::string {
    volatile bool forever = true;
    while (forever) {
    }
    return "";
  });
  EXPECT_EQ(end.how, How::too_long);
  EXPECT_EQ(end.text, "time limit");
}

/// One contact that a weight presses on: r = -q / W.
ConeProblem resting() {
  ConeProblem problem{.name = "resting",
                      .W = Sparse(3, 3),
                      .q = Vector::Zero(3),
                      .mu = {},
                      .M = {},
                      .H = {},
                      .f = {},
                      .w = {}};
  problem.W.setIdentity();
  problem.q[0] = -2;
  problem.mu = Vector::Constant(1, 0.5);
  return problem;
}

class Answer final : public PreparedSolve {
 public:
  explicit Answer(double normal) : normal_(normal) {}
  Outcome run(Vector& r) override {
    r[0] = normal_;
    return {true, 3, "done"};
  }

 private:
  double normal_;
};

Contender answering(double normal) {
  return {"answer", [normal](ConeProblem const&, ConeStop const&) {
            return std::make_unique<Answer>(normal);
          }};
}

TEST(Attempt, TheErrorIsMeasuredOutsideTheSolver) {
  Record const right = attempt(resting(), answering(2), {1e-12, 5});
  EXPECT_EQ(right.error, 0);
  EXPECT_EQ(right.iterations, 3);
  EXPECT_EQ(right.reason, "done");
  EXPECT_TRUE(right.solved(5));

  // r = 1 leaves u = -1: F = r - P_K(r - u) = 1 - 2, over |q| = 2
  Record const wrong = attempt(resting(), answering(1), {1e-12, 5});
  EXPECT_DOUBLE_EQ(wrong.error, 0.5);
  EXPECT_TRUE(wrong.converged);
  EXPECT_FALSE(wrong.solved(5));
}

TEST(Attempt, AProblemThatASolverRefusesIsARecord) {
  Contender const refusing{
      "refusing", [](ConeProblem const&, ConeStop const&) -> std::unique_ptr<PreparedSolve> {
        throw std::runtime_error("no velocities");
      }};
  Record const record = attempt(resting(), refusing, {1e-8, 5});
  EXPECT_FALSE(record.solved(5));
  EXPECT_EQ(record.reason, "no velocities");
  EXPECT_EQ(record.problem, "resting");
}

}  // namespace
}  // namespace orthant
