// The first-order cone solvers among the baselines, on a column of boxes.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "orthant/backends/cone_solvers.hpp"
#include "orthant/core/cone_problem/cone_measures.hpp"

namespace orthant::test::baseline_cones {
namespace {

/// Boxes of mass 1 that fall at speed 1 onto the ground, friction 0.5: neighbours are coupled.
ConeProblem column(int boxes) {
  Eigen::MatrixXd H = Eigen::MatrixXd::Zero(3 * boxes, 3 * boxes);
  Vector f = Vector::Zero(3 * boxes);
  for (int k = 0; k < boxes; ++k) {
    H.block<3, 3>(3 * k, 3 * k).setIdentity();
    if (k > 0) H.block<3, 3>(3 * (k - 1), 3 * k) = -Eigen::Matrix3d::Identity();
    f[3 * k] = -1;
  }
  ConeProblem out;
  out.W = Eigen::MatrixXd(H.transpose() * H).sparseView();
  out.q = H.transpose() * f;
  out.mu = Vector::Constant(boxes, 0.5);
  return out;
}

ConeReport solve_column(char const* solver, Vector& r) {
  Json const settings = {{"type", solver}, {"tolerance", 1e-8}};
  Json resolved;
  auto const problem = column(20);
  auto const report = cone_solvers().make(Config(settings, resolved, "solver"))->solve(problem, r);
  EXPECT_TRUE(report.converged()) << solver;
  EXPECT_EQ(report.natural_map, natural_map(problem, r));
  EXPECT_NEAR(r[0], 20, 1e-4);  // the lowest carries all; the least eigenvalue is 6e-3
  return report;
}

TEST(BaselineCones, SolveAColumnInFewerIterationsThanSweeps) {
  Vector by_sweeps = Vector::Zero(60);
  int const sweeps = solve_column("nsgs", by_sweeps).iterations;
  for (char const* solver : {"nncg", "apgd"}) {
    Vector r = Vector::Zero(60);
    EXPECT_LT(solve_column(solver, r).iterations, sweeps) << solver;
    EXPECT_EQ(solve_column(solver, r).iterations, 0) << "from a solution";
  }
}

}  // namespace
}  // namespace orthant::test::baseline_cones
