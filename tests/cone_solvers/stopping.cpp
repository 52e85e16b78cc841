// What single cone solvers promise: the default one of infeasible problems, others of their steps.
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "tests/cone_solvers/rigid_piles.hpp"
#include "tests/conformance/cone_problems.hpp"

namespace orthant::test {
namespace {

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

TEST(AlartCurnier, PolishesWhatTheInteriorPointFinds) {
  ConeProblem const p = pile(1, 24, 16);
  Vector r;
  ASSERT_TRUE(solver("interior_point", {.tolerance = 1e-6})->solve(p, r).converged());
  ConeReport const report = solver("alart_curnier")->solve(p, r);
  EXPECT_TRUE(report.converged()) << report.natural_map;
  EXPECT_LE(report.iterations, 3);  // quadratic from here
}

}  // namespace
}  // namespace orthant::test
