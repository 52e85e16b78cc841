// What single cone solvers promise: the default one of infeasible problems, others of their steps,
// of degenerate contacts, of piles that slide, and of their time.
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <thread>

#include "orthant/solvers/cone/first_order/detail/iteration_monitor.hpp"
#include "orthant/solvers/cone/progress.hpp"
#include "orthant/tests/conformance/cone_problems.hpp"
#include "tests/cone_solvers/rigid_piles.hpp"

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

TEST(Time, ThatOthersTakeIsNotCounted) {
  ConeProblem const p = pile(1, 24, 16);
  IterationLimits limits;
  limits.seconds = 0.2;
  IterationMonitor monitor(limits, p, "test");
  cone::Progress const progress(p, limits, "test");
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  Vector const r = Vector::Zero(p.q.size());
  EXPECT_TRUE(monitor.goes_on(r));
  EXPECT_GT(progress.seconds_left(), 0);
  for (auto const start = CpuClock::now(); CpuClock::seconds_since(start) < 0.3;) {
  }
  EXPECT_FALSE(monitor.goes_on(r));
  EXPECT_LT(progress.seconds_left(), 0);
}

TEST(InteriorPoint, KeepsItsDigitsWhereSomeContactsAreDegenerate) {
  for (unsigned seed : {1u, 2u, 3u}) {
    ConeProblem const p = pyramid(6, {.friction = 0.5, .motion = 0, .seed = seed});
    Vector r;
    ConeReport const report = solver("interior_point", {.tolerance = 1e-10})->solve(p, r);
    EXPECT_TRUE(report.converged()) << seed << ": " << report.natural_map;
  }
}

TEST(ProximalNewton, FollowsTheDriftOfSlidingWalls) {
  for (unsigned seed : {1u, 2u, 3u, 4u}) {
    ConeProblem const p = brick_wall(5, 5, {.friction = 0.8, .motion = 1, .seed = seed});
    Vector r;
    ConeReport const report =
        solver("proximal_newton", {.tolerance = 1e-10, .seconds = 60})->solve(p, r);
    EXPECT_TRUE(report.converged()) << seed << ": " << report.natural_map;
  }
}

TEST(TaylorPath, PassesTurnsThatTrapAnInteriorPoint) {
  int trapped = 0;
  for (unsigned seed : {1u, 2u, 3u, 4u}) {
    ConeProblem const p = brick_wall(4, 4, {.friction = 0.8, .motion = 1, .seed = seed});
    Vector r;
    ConeStop const stop{.tolerance = 1e-8, .seconds = 60};
    if (!solver("interior_point", stop)->solve(p, r).converged()) ++trapped;
    r.setZero();
    ConeReport const report = solver("taylor_path", stop)->solve(p, r);
    EXPECT_TRUE(report.converged()) << seed << ": " << report.natural_map;
  }
  EXPECT_GT(trapped, 0);
}

TEST(TaylorPath, EndsInFewFactorisations) {
  Vector r;
  auto const report = solver("taylor_path", {.tolerance = 1e-10})->solve(pile(5, 24, 16), r);
  EXPECT_TRUE(report.converged()) << text(report.reason);
  EXPECT_LE(report.linear_solves, 20);
}

}  // namespace
}  // namespace orthant::test
