// The first-order cone solvers at their limits, and the exact solution of one contact.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "orthant/solvers/cone/first_order/detail/register.hpp"
#include "orthant/solvers/cone/single_contact.hpp"
#include "orthant/tests/collision/dice.hpp"
#include "orthant/tests/conformance/cone_problems.hpp"
#include "tests/dense.hpp"

namespace orthant::test::first_order {
namespace {

ConeSolvers all() {
  ConeSolvers out;
  register_first_order(out);
  return out;
}
ConeReport solve(Json const& settings, ConeProblem const& problem, Vector& r) {
  Json resolved;
  r = Vector::Zero(problem.q.size());
  return all().make(Config(settings, resolved, "solver"))->solve(problem, r);
}

TEST(OneContact, IsSolvedToRoundOffWhetherItPartsSticksOrSlides) {
  int parts = 0, sticks = 0, slides = 0;
  for (unsigned seed = 1; seed <= 3000; ++seed) {
    SCOPED_TRACE(seed);
    Dice dice(seed);
    ConeProblem problem = pile(seed, 4, 1);
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

TEST(FirstOrder, ReturnTheBestIterateAtTheLimit) {
  for (auto const& name : all().names()) {
    SCOPED_TRACE(name);
    auto const problem = pile(3, 14, 4);
    Vector r;
    auto const report =
        solve({{"type", name}, {"max_iterations", 3}, {"tolerance", 0}}, problem, r);
    EXPECT_EQ(report.reason, StopReason::iteration_limit);
    EXPECT_EQ(report.iterations, 3);
    EXPECT_EQ(report.history.size(), 4u);
    double best = report.history[0].natural_map;
    for (auto const& each : report.history) best = std::min(best, each.natural_map);
    EXPECT_EQ(natural_map(problem, r), best);
    EXPECT_LT(best, report.history[0].natural_map);
  }
}

TEST(Splitting, TakesManyIterationsToAFactorisation) {
  Vector r;
  auto const report = solve({{"type", "admm"}, {"tolerance", 1e-8}}, column(20), r);
  EXPECT_TRUE(report.converged());
  EXPECT_NEAR(r[0], 20, 1e-4);  // the least eigenvalue is 6e-3
  EXPECT_LT(20 * report.linear_solves, report.iterations);
}

}  // namespace
}  // namespace orthant::test::first_order
