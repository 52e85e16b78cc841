// The curve of smoothed contact laws: its directions and its end.
#include "bench/baselines/cone/smoothed_path.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "bench/baselines/cone/path_following.hpp"
#include "solvers/cone/standard_cone.hpp"
#include "tests/cone_solvers/rigid_piles.hpp"
#include "tests/conformance/cone_problems.hpp"

namespace orthant::cone {
namespace {

struct Curve : testing::Test {
  /// On the curve up to round-off: at its first point, and after some Newton steps elsewhere.
  void step_to(double length) {
    ASSERT_TRUE(path.linearise());
    path.move_to(path.moved(1, length));
    for (int k = 0; k < 8; ++k) {
      ASSERT_TRUE(path.linearise());
      path.move_to(path.moved(1, 0));
    }
    ASSERT_TRUE(path.linearise());
  }

  ConeProblem problem = test::pile(5, 24, 16);
  BlockShiftedSystem system{problem};
  StandardSizes const size{problem, standard_scales(problem.mu)};
  SmoothedPath path{problem, system, first_axis(problem.contacts(), size.x),
                    first_axis(problem.contacts(), size.y), size.x* size.y};
};

TEST_F(Curve, BeginsAtItsFirstPoint) {
  PathDistance const d = path.distance(path.point());
  EXPECT_TRUE(d.inside);
  EXPECT_NEAR(d.least, 1, 1e-12);  // the floors are below
  EXPECT_NEAR(d.most, 1, 1e-12);
  EXPECT_LE(d.defect, 1e-13);
}

TEST_F(Curve, IsFollowedToSecondOrder) {
  step_to(0.5);
  double const coarse = 1e-2, fine = 1e-3;
  PathDistance const far = path.distance(path.moved(0, coarse)),
                     near = path.distance(path.moved(0, fine));
  EXPECT_NEAR(near.defect / far.defect, 1e-3, 1e-4);
  EXPECT_NEAR((1 - near.least) / (1 - far.least), 1e-3, 1e-4);
}

TEST_F(Curve, NewtonReturnsToItQuadratically) {
  ASSERT_TRUE(path.linearise());
  path.move_to(path.moved(0, 0.5));
  double before = path.distance(path.point()).defect;
  for (int k = 0; k < 2; ++k) {
    ASSERT_TRUE(path.linearise());
    path.move_to(path.moved(1, 0));
    double const now = path.distance(path.point()).defect;
    EXPECT_LE(now, before * before + 1e-12);
    before = now;
  }
}

TEST_F(Curve, LeadsToCoulombsLaw) {
  for (int k = 0; k < 200 && path.point().log_tau > -25; ++k) step_to(1);
  double const tau = std::exp(path.point().log_tau);
  ASSERT_LT(tau, 1e-10);
  // x o y = tau e leaves at most sqrt(tau) in the smaller one, for each of three components
  EXPECT_LE(natural_map(problem, path.impulses()) * problem.q.norm(),
            std::sqrt(3 * problem.contacts() * tau));
}

TEST(PathFollowing, SolvesSlidingWalls) {
  for (unsigned seed : {1u, 2u, 3u, 4u}) {
    ConeProblem const p = test::brick_wall(4, 4, {.friction = 0.8, .motion = 1, .seed = seed});
    Vector r = Vector::Zero(p.q.size());
    PathFollowingSettings settings;
    settings.stop = {.tolerance = 1e-8, .seconds = 60};
    ConeReport const report = PathFollowing(settings).solve(p, r);
    EXPECT_TRUE(report.converged()) << seed << ": " << report.natural_map;
  }
}

}  // namespace
}  // namespace orthant::cone
