// What degenerate contacts take: the shift of Coulomb's law, floors of products, and piles that
// slide.
#include <gtest/gtest.h>

#include <cmath>

#include "solvers/cone/complementarity_floors.hpp"
#include "solvers/cone/shift.hpp"
#include "solvers/cone/standard_cone.hpp"
#include "tests/cone_solvers/rigid_piles.hpp"
#include "tests/conformance/cone_problems.hpp"

namespace orthant::cone {
namespace {

TEST(Shift, SmoothFormIsCoulombsOnTheBoundaryAndInTheLimit) {
  Vector3 const slips(5, 3, 4);  // |y_t| = y_0: u_n = 0, u_t = y_t
  EXPECT_LE((unshifted(slips) - Vector3(0, 3, 4)).norm(), 1e-15);
  Vector3 const y(2, 0.3, -1.1);
  ShiftDerivative const P = ShiftDerivative::smooth(y);
  EXPECT_LE((P.forward * P.inverse - Matrix3::Identity()).norm(), 1e-15);
  constexpr double h = 1e-6;
  for (int k = 0; k < 3; ++k) {
    Vector3 const d = h * Vector3::Unit(k);
    EXPECT_LE(((unshifted(y + d) - unshifted(y - d)) / (2 * h) - P.forward.col(k)).norm(), 1e-9);
  }
}

TEST(ComplementarityFloors, EigenvaluesAreRelativeToTheGoalInItsFrame) {
  Eigen::Vector2d const axis(0.6, 0.8), values(4e-10, 9);
  Vector3 const goal = from_eigenvalues(values, axis),
                root = from_eigenvalues(values.cwiseSqrt(), axis);
  EXPECT_LE((product(root, root) - goal).norm(), 1e-14);
  Eigen::Vector2d const relative = relative_eigenvalues(root, values, axis);
  EXPECT_NEAR(relative[0], 1, 1e-5);  // 1e-15 of 9, over 4e-10
  EXPECT_NEAR(relative[1], 1, 1e-5);
}

TEST(InteriorPoint, KeepsItsDigitsWhereSomeContactsAreDegenerate) {
  for (unsigned seed : {1u, 2u, 3u}) {
    ConeProblem const p = test::pyramid(6, {.friction = 0.5, .motion = 0, .seed = seed});
    Vector r;
    ConeReport const report = test::solver("interior_point", {.tolerance = 1e-10})->solve(p, r);
    EXPECT_TRUE(report.converged()) << seed << ": " << report.natural_map;
  }
}

TEST(ProximalNewton, FollowsTheDriftOfSlidingWalls) {
  for (unsigned seed : {1u, 2u, 3u, 4u}) {
    ConeProblem const p = test::brick_wall(5, 5, {.friction = 0.8, .motion = 1, .seed = seed});
    Vector r;
    ConeReport const report =
        test::solver("proximal_newton", {.tolerance = 1e-10, .seconds = 60})->solve(p, r);
    EXPECT_TRUE(report.converged()) << seed << ": " << report.natural_map;
  }
}

TEST(TaylorPath, PassesTurnsThatTrapAnInteriorPoint) {
  int trapped = 0;
  for (unsigned seed : {1u, 2u, 3u, 4u}) {
    ConeProblem const p = test::brick_wall(4, 4, {.friction = 0.8, .motion = 1, .seed = seed});
    Vector r;
    ConeStop const stop{.tolerance = 1e-8, .seconds = 60};
    if (!test::solver("interior_point", stop)->solve(p, r).converged()) ++trapped;
    r.setZero();
    ConeReport const report = test::solver("taylor_path", stop)->solve(p, r);
    EXPECT_TRUE(report.converged()) << seed << ": " << report.natural_map;
  }
  EXPECT_GT(trapped, 0);
}

}  // namespace
}  // namespace orthant::cone
