// The first-order cone solvers on small problems, and the exact solution of one contact.
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <nlohmann/json.hpp>

#include "orthant/solvers/cone/first_order/detail/register.hpp"
#include "orthant/solvers/cone/single_contact.hpp"
#include "orthant/tests/collision/dice.hpp"
#include "tests/dense.hpp"

namespace orthant::test {
namespace {

Vector random_vector(Dice& dice, int n) {
  Vector out(n);
  for (double& x : out) x = dice.between(-1, 1);
  return out;
}

/// W = H^T H with `freedoms` rows in H, of lower rank if these are fewer. With q = H^T f in the
/// range of W, every such problem has a solution.
ConeProblem random_problem(Dice& dice, int contacts, int freedoms) {
  Eigen::MatrixXd H(freedoms, 3 * contacts);
  for (double& x : H.reshaped()) x = dice.between(-1, 1);
  ConeProblem out;
  out.W = Eigen::MatrixXd(H.transpose() * H).sparseView();
  out.q = H.transpose() * random_vector(dice, freedoms);
  out.mu = Vector::Constant(contacts, 0.6);
  if (contacts > 1) out.mu[1] = 0;
  return out;
}

/// Dimensionless measures, relative to the problem.
void expect_solved(ConeProblem const& problem, Vector const& r, double tolerance) {
  auto const m = measure(problem, r);
  EXPECT_LE(m.natural_map, tolerance);
  EXPECT_LE(m.cone_violation, 10 * tolerance);
  EXPECT_LE(m.dual_violation, 10 * tolerance);
}

std::shared_ptr<ConeSolver const> make(Json const& settings) {
  ConeSolvers all;
  register_first_order(all);
  Json resolved;
  return all.make(Config(settings, resolved, "solver"));
}

TEST(OneContact, IsSolvedToRoundOffWhetherItPartsSticksOrSlides) {
  int parts = 0, sticks = 0, slides = 0;
  for (unsigned seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    ConeProblem problem = random_problem(dice, 1, 4);
    problem.mu[0] = dice.below(10) == 0 ? 0 : std::pow(10, dice.between(-2, 1));
    Eigen::Matrix3d const A(problem.W);
    Eigen::VectorXd const eigenvalues = symmetric_parts(A).values;
    double const condition = eigenvalues[2] / eigenvalues[0];
    if (condition > 1e4) continue;
    Vector const r = solve_single_contact(A, problem.q, problem.mu[0]);
    auto const m = measure(problem, r);
    double const round_off = 1e-15 * condition * (1 + problem.mu[0]);
    EXPECT_LE(m.natural_map, round_off + 1e-14);
    EXPECT_LE(m.cone_violation, 1e-14);
    double const speed = velocities(problem, r).norm();
    ++(r.norm() == 0 ? parts : speed < 1e-9 ? sticks : slides);
  }
  EXPECT_GT(parts, 500);
  EXPECT_GT(sticks, 200);
  EXPECT_GT(slides, 500);
}

TEST(OneContact, ABlockUnderASideLoadSlidesAgainstIt) {
  // 2 kg, pressed down by 1 m/s, pushed by 3 m/s along y, mu = 0.5: r_n = 2 N s, r_t = -1 N s
  Eigen::Vector3d const r =
      solve_single_contact(0.5 * Eigen::Matrix3d::Identity(), {-1, 0, 3}, 0.5);
  EXPECT_NEAR(r[0], 2, 1e-15);
  EXPECT_NEAR(r[1], 0, 1e-15);
  EXPECT_NEAR(r[2], -1, 1e-15);
}

std::vector<std::string> first_order_solvers() {
  ConeSolvers all;
  register_first_order(all);
  return all.names();
}

class FirstOrder : public ::testing::TestWithParam<std::string> {
 protected:
  static double constexpr tolerance = 1e-10;
  static Json settings() { return {{"type", GetParam()}, {"tolerance", tolerance}}; }
};

TEST_P(FirstOrder, SolveSmallProblems) {
  for (int const freedoms : {14, 6})  // of full rank, and of rank 6 in 12
    for (unsigned seed = 1; seed <= 5; ++seed) {
      SCOPED_TRACE(::testing::Message() << freedoms << " freedoms, seed " << seed);
      Dice dice(seed);
      auto const problem = random_problem(dice, 4, freedoms);
      Vector r = Vector::Zero(12);
      auto const report = make(settings())->solve(problem, r);
      EXPECT_EQ(report.reason, StopReason::converged);
      EXPECT_EQ(static_cast<int>(report.history.size()), report.iterations + 1);
      EXPECT_EQ(report.natural_map, natural_map(problem, r));
      expect_solved(problem, r, tolerance);
    }
}

TEST_P(FirstOrder, ReturnTheBestIterateAtTheLimit) {
  Dice dice(3);
  auto const problem = random_problem(dice, 4, 14);
  Json few = settings();
  few["max_iterations"] = 3;
  few["tolerance"] = 0;
  Vector r = Vector::Zero(12);
  auto const report = make(few)->solve(problem, r);
  EXPECT_EQ(report.reason, StopReason::iteration_limit);
  EXPECT_EQ(report.iterations, 3);
  double best = report.history[0].natural_map;
  for (auto const& each : report.history) best = std::min(best, each.natural_map);
  EXPECT_EQ(natural_map(problem, r), best);
  EXPECT_LT(best, report.history[0].natural_map);
}

INSTANTIATE_TEST_SUITE_P(All, FirstOrder, ::testing::ValuesIn(first_order_solvers()),
                         [](auto const& test) { return test.param; });

/// A column of boxes of mass 1 that fall at speed 1 onto the ground, friction 0.5: neighbours are
/// coupled.
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

ConeReport solve_column(char const* solver) {
  auto const problem = column(20);
  Vector r = Vector::Zero(60);
  auto const report = make({{"type", solver}, {"tolerance", 1e-8}})->solve(problem, r);
  EXPECT_TRUE(report.converged()) << solver;
  EXPECT_NEAR(r[0], 20, 1e-4);  // the lowest carries all; the least eigenvalue is 6e-3
  return report;
}

TEST(Splitting, TakesManyIterationsToAFactorisation) {
  auto const report = solve_column("admm");
  EXPECT_LT(20 * report.linear_solves, report.iterations);
}

}  // namespace
}  // namespace orthant::test
