// The smoothed law of maximal dissipation: its points, its linearisation, and its path.
#include "solvers/cone/dissipation_path.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "solvers/cone/taylor_path.hpp"
#include "tests/cone_solvers/rigid_piles.hpp"
#include "tests/conformance/cone_problems.hpp"

namespace orthant::cone {
namespace {

constexpr double mu = 0.4, W_nn = 2, W_tt = 5, tau = 1e-3;

LawPoint sliding() { return on_path(mu, W_nn, W_tt, {0.7, 0.5, -0.1}, {-0.3, 0.2, 0.9}, tau); }

TEST(DissipationLaw, APointOfThePathKeepsTheDifferenceOfImpulseAndVelocity) {
  Vector3 const impulses[] = {{0.7, 0.5, -0.1}, {0.7, 0.01, 0}, {-0.2, 0, 0}},
                velocities[] = {{-0.3, 0.2, 0.9}, {0, 1e-9, 0}, {3, 0, 0.1}};
  for (int k = 0; k < 3; ++k) {
    auto const at = on_path(mu, W_nn, W_tt, impulses[k], velocities[k], tau);
    auto const& r = at.impulse;
    Vector3 const X(mu * r[0], r[1], r[2]), XY = product(X, at.slack);
    EXPECT_NEAR(r[0] * at.w, tau, 1e-15);
    EXPECT_NEAR(XY[0], tau, 1e-12);
    EXPECT_NEAR(XY.tail<2>().norm(), 0, 1e-12);
    EXPECT_NEAR(W_nn * r[0] - at.w, W_nn * impulses[k][0] - velocities[k][0], 1e-12);
    for (int i = 1; i < 3; ++i)
      EXPECT_NEAR(W_tt * r[i] - at.slack[i], W_tt * impulses[k][i] - velocities[k][i], 1e-9);
  }
}

TEST(DissipationLaw, ADirectionReachesItsGoalToFirstOrder) {
  LawPoint const at = sliding();
  DissipationLaw law(mu, W_nn, W_tt);
  Vector3 const error(1e-3, -2e-3, 5e-4), du(0.02, -0.01, 0.03);
  law.linearise(at, error);
  LawGoal const goal{2e-4, {-1e-4, 3e-4, 2e-4}};
  Vector3 const dr = law.free_part(goal, 1) - law.response() * du;
  auto const d = law.direction(dr, du, 1);
  constexpr double regularised = 1e-8;
  EXPECT_NEAR(at.impulse[0] * d.w + at.w * dr[0], goal.normal, regularised);
  EXPECT_NEAR(d.w, du[0] + error[0], regularised);
  for (int i = 1; i < 3; ++i) EXPECT_NEAR(d.slack[i], du[i] + error[i], regularised);
  // on the path lambda = sqrt(tau) e, so that its products are multiples
  EXPECT_LE((std::sqrt(tau) * (d.x + d.y) - goal.cone).norm(), regularised);
}

TEST(DissipationPath, EndsInFewFactorisations) {
  ConeProblem const problem = test::pile(5, 24, 16);
  Vector r;
  auto const report = TaylorPath({}).ConeSolver::solve(problem, r, {.tolerance = 1e-10});
  EXPECT_TRUE(report.converged()) << text(report.reason);
  EXPECT_LE(report.linear_solves, 20);
}

}  // namespace
}  // namespace orthant::cone
