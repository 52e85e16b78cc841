// What solvers say where there is nothing to solve, no time, or no solution.
#include <gtest/gtest.h>

#include "tests/cone_solvers/problems.hpp"

namespace orthant::test {
namespace {

struct Stopping : testing::TestWithParam<std::string> {};

TEST_P(Stopping, ProblemWithoutContacts) {
  ConeProblem p;
  p.W.resize(0, 0);
  Vector r;
  EXPECT_TRUE(solver(GetParam())->solve(p, r).converged());
  EXPECT_EQ(r.size(), 0);
}

TEST_P(Stopping, NothingPushes) {
  ConeProblem p = pile(1, 24, 16);
  for (int c = 0; c < p.contacts(); ++c) p.q.segment<3>(3 * c) = Eigen::Vector3d(c % 4, 1, -1);
  Vector r = Vector::Ones(p.q.size());
  EXPECT_TRUE(solver(GetParam())->solve(p, r).converged());
  EXPECT_EQ(r.norm(), 0);
}

TEST_P(Stopping, TimeIsUp) {
  ConeProblem const p = pile(1, 24, 16);
  Vector r;
  ConeReport const report = solver(GetParam(), {.seconds = 1e-9})->solve(p, r);
  EXPECT_EQ(report.reason, StopReason::time_limit);
  EXPECT_EQ(r.size(), p.q.size());
  EXPECT_EQ(report.natural_map, natural_map(p, r));
}

void expect_unsolved(std::string const& name, ConeProblem const& p) {
  Vector r;
  ConeReport const report = solver(name)->solve(p, r);
  EXPECT_FALSE(report.converged());
  EXPECT_TRUE(r.allFinite());
  EXPECT_EQ(report.natural_map, natural_map(p, r));
  EXPECT_GT(report.natural_map, 0.1);
}

TEST_P(Stopping, NoImpulseMoves) {  // W = 0
  expect_unsolved(GetParam(), problem(Eigen::Matrix3d::Zero(), Eigen::Vector3d(-1, 0.5, 0),
                                      Vector::Constant(1, 0.5)));
}

TEST_P(Stopping, TwoContactsPushAgainstEachOther) {
  // One velocity v, u_n = v - 1 and -v - 1: one of them is negative whatever v is.
  Vector h = Vector::Zero(6), q = Vector::Zero(6);
  h[0] = 1;
  h[3] = -1;
  q[0] = q[3] = -1;
  expect_unsolved(GetParam(), problem(h * h.transpose(), q, Vector::Constant(2, 0.5)));
}

INSTANTIATE_TEST_SUITE_P(All, Stopping, testing::ValuesIn(solver_names()),
                         [](auto const& tested) { return tested.param; });

}  // namespace
}  // namespace orthant::test
