// What solvers report without contacts, without time, or without a solution.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "bench/cone/problems.hpp"
#include "bench/cone/rigid_piles.hpp"

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

/// A box with six velocities between walls that move in by 1 on both sides, four corners each.
ConeProblem squeezed_box(double left, double right) {
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(6, 24);
  Vector q = Vector::Zero(24);
  for (int c = 0; c < 8; ++c) {
    double const side = c < 4 ? 1 : -1;  // the normal is x
    Eigen::Vector3d const at(-0.5 * side, c % 2 - 0.5, c / 2 % 2 - 0.5);
    Eigen::Vector3d const axes[] = {{side, 0, 0}, {0, side, 0}, {0, 0, 1}};
    for (int k = 0; k < 3; ++k) {
      H.col(3 * c + k).head<3>() = axes[k];
      H.col(3 * c + k).tail<3>() = at.cross(axes[k]);
    }
    q[3 * c] = c < 4 ? -left : -right;
  }
  return problem(H.transpose() * H, q, Vector::Constant(8, 0.5));
}

TEST(Infeasible, IsSaidOfABoxThatIsSqueezed) {
  Vector r;
  EXPECT_EQ(solver("hybrid")->solve(squeezed_box(1, 1), r).reason, StopReason::infeasible);
  EXPECT_EQ(solver("hybrid")->solve(squeezed_box(1, -0.9), r).reason, StopReason::infeasible);
}

TEST(Infeasible, IsNotSaidOfABoxThatIsPushed) {  // the wall ahead recedes fast enough
  for (double right : {-1.0, -1.1}) {
    Vector r;
    ConeReport const report = solver("hybrid")->solve(squeezed_box(1, right), r);
    EXPECT_TRUE(report.converged()) << right << ": " << report.natural_map;
  }
}

TEST(Units, DoNotChangeTheSteps) {
  ConeProblem const p = packed_balls(30, {.motion = 1});
  auto const iterations = [&](double w, double q) {
    ConeProblem scaled = p;
    scaled.W *= w;
    scaled.M /= w;
    scaled.q *= q;
    scaled.f *= q / w;
    Vector r;
    ConeReport const report = solver("proximal_newton", {.tolerance = 1e-6})->solve(scaled, r);
    EXPECT_TRUE(report.converged()) << w << ", " << q << ": " << report.natural_map;
    return report.iterations;
  };
  int const here = iterations(1, 1);
  for (double q : {1e-6, 1e6}) EXPECT_EQ(iterations(1, q), here) << q;
  // The stopping measure weights impulses and velocities by their units.
  for (double w : {1e-5, 1e6}) EXPECT_NEAR(iterations(w, 1), here, 8) << w;
}

INSTANTIATE_TEST_SUITE_P(All, Stopping, testing::ValuesIn(solver_names()),
                         [](auto const& tested) { return tested.param; });

}  // namespace
}  // namespace orthant::test
